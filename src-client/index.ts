import { createClient, type Client, type RoutePaths, type Session } from './client.ts'
import { createLive, type Live } from './live.ts'
import { followTrades, type TradeHandlers } from './trades.ts'
import type { TradeSubject } from './trade-subject.ts'

/** The entry of the published package. The page of the app uses the same modules with the checks of the contract. */

export { ApiError, type FailureCode } from './api-error.ts'
export type { CallAnswer, CallBody, CallId, CallParams, CallQuery, NetworkId, StreamData, StreamName, Trade } from './api.ts'
export type { Answer, CallInput, CallOptions } from './client.ts'
export type { StreamFault } from './frames.ts'
export type { LiveEvent, LiveState, Topic } from './live.ts'
export type { TradeGap, TradeHandlers } from './trades.ts'
export type { TradeSubject } from './trade-subject.ts'

/** `/health` or `POST ~/traces` for each route, inserted from the contract at build time. `~` stands for `/local/v1`. */
declare const ROUTE_PATHS: Readonly<Record<string, string>>

const routes = Object.fromEntries(
  Object.entries(ROUTE_PATHS).map(([id, text]) => {
    const [path = '', method = 'GET'] = text.split(' ').reverse()
    return [id, { method, path: path.replace('~', '/local/v1') }]
  }),
) as RoutePaths

export interface ConnectOptions {
  /** Default: `http://127.0.0.1:4690`. */
  readonly url?: string
  /** A key with the permission `read`, from `holderscope keys create`. */
  readonly key?: string
}

export interface Holderscope extends Pick<Client, 'call'>, Pick<Live, 'subscribe' | 'state' | 'onState' | 'onFault'> {
  /** Follows trades without gaps across lost connections. Returns a function that stops following. */
  trades(subject: TradeSubject, handlers: TradeHandlers): () => void
  close(): void
}

export function connect({ url = 'http://127.0.0.1:4690', key = '' }: ConnectOptions = {}): Holderscope {
  const session: Session = { origin: new URL(url).origin, key }
  const client = createClient({ session, routes })
  const live = createLive({ session })
  return {
    call: client.call,
    subscribe: live.subscribe,
    state: live.state,
    onState: live.onState,
    onFault: live.onFault,
    trades: (subject, handlers) => followTrades(client, live, subject, handlers),
    close: live.close,
  }
}
