import { plainToInstance, Transform } from 'class-transformer';
import { IsInt, Max, Min, MinLength, validateSync } from 'class-validator';

/** The settings of the desk, named like the environment variables. */
export class Environment {
  /** The secret that signs tokens. */
  @MinLength(32)
  JWT_SECRET!: string;

  /** The path of the database; by default it is in memory, and lost with the process. */
  DATABASE = ':memory:';

  @Transform(({ value }) => Number(value))
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3917;
}

/** @throws {Error} that names each variable that is missing or wrong */
export function readEnvironment(variables: Record<string, unknown>): Environment {
  const environment = plainToInstance(Environment, variables);
  const faults = validateSync(environment).flatMap(({ constraints }) => Object.values(constraints ?? {}));
  if (faults.length > 0) throw new Error(`The environment is not right: ${faults.join('; ')}.`);
  return environment;
}
