import { walletOverview as readOverview } from '../../engine/wallet-overview.ts'
import type { Handler } from '../context.ts'
import { liveAnswer } from '../http/answer.ts'
import { parseOne } from '../http/parse-addresses.ts'

/** One wallet across every stored token. A wallet that no stored row names is an answer without tokens. */
export const walletOverview: Handler<'walletOverview'> = async ({ params: { network, wallet } }, { store, engine, clock }) =>
  liveAnswer(await readOverview({ store, engine }, { network, wallet: parseOne(network, wallet, ['path', 'wallet']) }), clock)
