import { plainToInstance, Transform } from 'class-transformer';
import { IsInt, Max, Min, MinLength, validateSync } from 'class-validator';

/** What the desk is started with, by the names of the environment's variables. */
export class Environment {
  /** What tokens are signed with. */
  @MinLength(32)
  JWT_SECRET!: string;

  /** The path of the database; by default it is in memory, and gone with the process. */
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
