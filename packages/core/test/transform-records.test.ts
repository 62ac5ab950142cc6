import { expect, test } from '@jest/globals';
import { Transform } from 'class-transformer';
import { hasTransformRecord, transformRecords } from '../build/arguments/transform-records.js';

// What stands in for class-transformer's storage where a bundle holds two builds of it.

test('the properties with a @Transform are known without the storage, also those of parents', () => {
  const same = ({ value }: { readonly value: unknown }) => value;
  class Parent {
    @Transform(same) made!: string;
    @Transform(same, { toClassOnly: true }) madeOnly!: string;
    @Transform(same, { toPlainOnly: true }) written!: string;
    plain!: string;
  }
  class Child extends Parent {}
  const records = transformRecords();
  if (records === undefined) throw new TypeError('There are none');
  const made = ['made', 'madeOnly', 'written', 'plain'].map((property) => hasTransformRecord(records, Child, property));
  expect(made).toEqual([true, true, false, false]);
});

test('maps are as they were before', () => {
  const { set } = Map.prototype;
  const before = Object.getOwnPropertyDescriptor(Map.prototype, 'set');
  expect(transformRecords()).toBe(transformRecords());
  expect(Object.getOwnPropertyDescriptor(Map.prototype, 'set')).toEqual(before);
  expect(Map.prototype.set).toBe(set);
});
