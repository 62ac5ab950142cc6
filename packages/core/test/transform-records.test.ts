import { describe, expect, test } from '@jest/globals';
import { Transform } from 'class-transformer';
import { isTransformed } from '../build/arguments/transformations.js';

describe('isTransformed()', () => {
  test('returns true for a property that @Transform converts, even if inherited', () => {
    const same = ({ value }: { readonly value: unknown }) => value;
    class Parent {
      @Transform(same) made!: string;
      @Transform(same, { toClassOnly: true }) madeOnly!: string;
      @Transform(same, { toPlainOnly: true }) written!: string;
      plain!: string;
    }
    class Child extends Parent {}
    const found = ['made', 'madeOnly', 'written', 'plain'].map((property) => isTransformed(Child, property));
    expect(found).toEqual([true, true, false, false]);
  });

  test('leaves Map.prototype.set unchanged', () => {
    expect(Object.getOwnPropertyDescriptor(Map.prototype, 'set')).toMatchObject({
      writable: true,
      enumerable: false,
      configurable: true,
    });
    expect(Map.prototype.set.toString()).toContain('[native code]');
  });

  test('throws a clear error if class-transformer keeps its records elsewhere', async () => {
    const frozen = Object.getOwnPropertyDescriptor(Map.prototype, 'set') as PropertyDescriptor;
    const { defineProperty } = Reflect;
    Reflect.defineProperty = () => false; // Behaves like a frozen Map.prototype.
    try {
      const url = new URL('../build/arguments/transformations.js', import.meta.url).pathname;
      const other: { isTransformed: typeof isTransformed } = await import(`${url}?frozen`);
      expect(() => other.isTransformed(class {}, 'text')).toThrow('class-transformer 0.5');
    } finally {
      Reflect.defineProperty = defineProperty;
    }
    expect(Object.getOwnPropertyDescriptor(Map.prototype, 'set')).toEqual(frozen);
  });
});
