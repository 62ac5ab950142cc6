import { Arg, type RequestContext, Tool } from '@cuecard/core';
import { Injectable, UseGuards } from '@nestjs/common';
import { IsPositive } from 'class-validator';
import { CurrentUser, type User } from './current-user.ts';
import { Roles, RolesGuard } from './roles.guard.ts';

class ReviewId {
  @Arg({ description: 'The number of the review' })
  @IsPositive()
  id!: number;
}

@Injectable()
export class Reviews {
  readonly #open = new Map([[7, 'Rename a column']]);

  @Tool({ description: 'Lists the open reviews' })
  openReviews() {
    return [...this.#open].map(([id, title]) => `${id}: ${title}`).join('\n');
  }

  @Tool({ description: 'Closes a review' })
  @Roles('developer')
  @UseGuards(RolesGuard)
  closeReview({ id }: ReviewId, _context: RequestContext, @CurrentUser() { name }: User) {
    return this.#open.delete(id) ? `${name} closed the review ${id}` : `The review ${id} is not open`;
  }
}
