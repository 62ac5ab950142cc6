import { Injectable } from '@nestjs/common';

@Injectable()
export class Guidelines {
  readonly text: string = 'Be kind.';
}
