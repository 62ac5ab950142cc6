import { describe, expect, test } from '@jest/globals';
import { Transform } from 'class-transformer';
import { hasTransformRecord, transformRecords } from '../build/arguments/transformations.js';

// `transformRecords` replaces the storage of class-transformer if a bundle contains two builds of it.

describe('transformRecords()', () => {
  test('finds properties with @Transform, including those of parents', () => {
    const same = ({ value }: { readonly value: unknown }) => value;
    class Parent {
      @Transform(same) made!: string;
      @Transform(same, { toClassOnly: true }) madeOnly!: string;
      @Transform(same, { toPlainOnly: true }) written!: string;
      plain!: string;
    }
    class Child extends Parent {}
    const records = transformRecords();
    if (records === undefined) throw new TypeError('transformRecords() returned undefined');
    const found = ['made', 'madeOnly', 'written', 'plain'].map((property) =>
      hasTransformRecord(records, Child, property),
    );
    expect(found).toEqual([true, true, false, false]);
  });

  test('restores Map.prototype.set', () => {
    const { set } = Map.prototype;
    const before = Object.getOwnPropertyDescriptor(Map.prototype, 'set');
    expect(transformRecords()).toBe(transformRecords());
    expect(Object.getOwnPropertyDescriptor(Map.prototype, 'set')).toEqual(before);
    expect(Map.prototype.set).toBe(set);
  });
});
