import { bodyLimits, type BodyOptions } from '../../build/edge/body.js';
import { WebExchange } from '../../build/edge/web-exchange.js';
import { HeldBytes } from '../../build/edge/held-bytes.js';
import { TrustedProxies } from '../../build/edge/trusted-proxies.js';

/** The exchange of a request, as an endpoint creates it. */
export function exchangeOf(request: Request, options: BodyOptions = {}, held = new HeldBytes(Infinity)): WebExchange {
  return new WebExchange(request, {
    limits: bodyLimits(options),
    held,
    proxies: new TrustedProxies({}),
    monitor: undefined,
    bearer: undefined,
  });
}
