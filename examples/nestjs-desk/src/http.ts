import 'reflect-metadata';
import { ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import { AppModule } from './app.module.js';

const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
await app.listen(app.get(ConfigService).get<number>('PORT', 3917), '127.0.0.1');
console.log(`The desk is at ${await app.getUrl()}/mcp`);
const ada = { sub: 'ada', scopes: ['tickets:answer'] };
console.log(`A token to try it: ${await app.get(JwtService).signAsync(ada, { expiresIn: '1h' })}`);
