import { CuecardExecutionContext } from '@cuecard/nestjs';
import { type CallHandler, type ExecutionContext, Injectable, Logger, type NestInterceptor } from '@nestjs/common';
import { type Observable, tap } from 'rxjs';

@Injectable()
export class AuditInterceptor implements NestInterceptor {
  readonly #logger = new Logger('Audit');

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!CuecardExecutionContext.isCuecard(host)) return next.handle();
    const { method, definition, context } = CuecardExecutionContext.create(host);
    const line = `${context.auth?.principal} called ${method} of ${definition?.name}`;
    return next.handle().pipe(tap(() => this.#logger.log(line)));
  }
}
