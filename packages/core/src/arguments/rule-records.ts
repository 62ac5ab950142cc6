import { getMetadataStorage, IsInt, MetadataStorage } from 'class-validator';

/** A record that a class-validator decorator has stored, as the public API returns it. */
export type RuleMetadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The records of a class and its parents, by property. */
export type RecordsByProperty = ReadonlyMap<string, readonly RuleMetadata[]>;

/** Returns the records of a class and its parents, merged by class-validator. */
export function readRecords(type: Function, groups: readonly string[] = []): readonly RuleMetadata[] {
  const { validationMetadatas: all } = validatorRecords();
  const classes = ancestry(type).filter((each) => all.has(each));
  const [onlyClass = type] = classes;
  // Without groups and inherited rules there is nothing to merge.
  if (groups.length === 0 && classes.length < 2 && onlyClass === type) return all.get(type) ?? NONE;
  // A temporary storage with only these classes is faster: the global storage would search all classes.
  const storage = new MetadataStorage();
  for (const each of classes) for (const record of all.get(each) ?? NONE) storage.addValidationMetadata(record);
  return storage.getTargetValidationMetadatas(type, '', false, false, [...groups]);
}

/** Returns the records of a class and its parents, including overridden records. The parents' records come first. */
export function allRecords(type: Function): readonly RuleMetadata[] {
  const { validationMetadatas: all } = validatorRecords();
  return ancestry(type).flatMap((each) => all.get(each) ?? NONE);
}

const NONE: readonly RuleMetadata[] = Object.freeze([]);

/**
 * Removes the records of a class from class-validator, so that the records of generated or reloaded classes do not
 * accumulate.
 */
export function forgetRecords(type: Function): void {
  const { validationMetadatas, constraintMetadatas } = validatorRecords();
  for (const { constraintCls } of validationMetadatas.get(type) ?? [])
    if (typeof constraintCls === 'function' && isInline(constraintCls)) constraintMetadatas.delete(constraintCls);
  validationMetadatas.delete(type);
}

/** The records of all classes and all validators. */
interface ValidatorRecords {
  readonly validationMetadatas: Map<Function, RuleMetadata[]>;
  readonly constraintMetadatas: Map<unknown, unknown>;
}

/**
 * Returns class-validator's private maps. Its public functions cannot release a class, and search all records on each
 * call, which is slow with 10,000 classes.
 * @throws {TypeError} if the installed class-validator release does not have these maps
 */
function validatorRecords(): ValidatorRecords {
  const storage: object = getMetadataStorage();
  const { validationMetadatas, constraintMetadatas } = storage as Partial<ValidatorRecords>;
  if (validationMetadatas instanceof Map && constraintMetadatas instanceof Map)
    return { validationMetadatas, constraintMetadatas };
  throw new TypeError('Cannot read the rules of class-validator. Install class-validator 0.14 or 0.15');
}

/** Returns a class and its parents, the most distant parent first. */
function ancestry(type: Function): Function[] {
  const parent: unknown = Object.getPrototypeOf(type.prototype ?? Object.prototype)?.constructor;
  return typeof parent === 'function' && parent !== type ? [...ancestry(parent), type] : [type];
}

/**
 * Whether class-validator generated this validator class for a decorator. All generated classes have the same source
 * and no state, so the prototype can serve as the instance. class-validator would search a list of all instances.
 */
export function isInline(type: Function): boolean {
  return sourceOf(type) === INLINE_SOURCE;
}

const INLINE_SOURCE = readInlineSource();

function readInlineSource(): string {
  class Probe {}
  IsInt()(Probe.prototype, 'probe');
  const { validationMetadatas, constraintMetadatas } = validatorRecords();
  const validator = validationMetadatas.get(Probe)?.[0]?.constraintCls;
  validationMetadatas.delete(Probe);
  constraintMetadatas.delete(validator);
  return sourceOf(validator ?? Probe);
}

function sourceOf(type: Function): string {
  return Function.prototype.toString.call(type);
}
