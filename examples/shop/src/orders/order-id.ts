import { Arg } from '@cuecard/core';
import { Matches } from 'class-validator';

/** The argument that names an order: of tools, of the resource and of prompts. */
export class OrderId {
  @Arg({ description: 'The number of the order, of six digits' })
  @Matches(/^\d{6}$/, { message: 'id must have six digits' })
  id!: string;
}
