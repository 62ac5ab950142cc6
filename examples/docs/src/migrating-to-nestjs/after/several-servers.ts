import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { Shelf } from '../shelf.js';
import { AddBook } from './add-book.js';
import { Recommend } from './recommend.js';

@Module({ providers: [Recommend] })
export class ReadersModule {}

@Module({ providers: [Shelf, AddBook] })
export class StaffModule {}

const version = '1.0.0';

@Module({
  imports: [
    CuecardModule.forRoot({ name: 'library', version, path: 'mcp' }),
    CuecardModule.forRoot({
      server: 'staff',
      name: 'staff',
      version,
      path: 'staff/mcp',
      include: [StaffModule],
    }),
    ReadersModule,
    StaffModule,
  ],
})
export class TwoServers {}
