import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { Shelf } from '../../migrating/shelf.js';
import { AddBook } from '../../migrating/cuecard/add-book.js';
import { Recommend } from '../../migrating/cuecard/recommend.js';

@Module({ providers: [Shelf, Recommend] })
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
