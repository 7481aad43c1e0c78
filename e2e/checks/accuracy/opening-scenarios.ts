import { buyAmongOthers, buyInFirstBlock, fundFrom, fundFromExchanges, launch, MAKER } from './launch.ts'
import type { Scenario } from './script.ts'

/** Launches on Uniswap v3 and v4, whose pools are initialised at a price before they have liquidity. */
export const UNISWAP_VENUES: readonly Scenario[] = (['v3', 'v4'] as const).flatMap((venue) => [
  launch(`a pool of Uniswap ${venue} that was initialised empty four blocks before its liquidity`, 'catch', 2, 4, {
    emptyBlocks: 4,
    venue,
    before: fundFrom(MAKER),
    firstBlock: buyInFirstBlock(),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch(`a busy launch on Uniswap ${venue}, initialised empty four blocks before its liquidity`, 'trap', 8, 14, {
    emptyBlocks: 4,
    venue,
    before: fundFromExchanges,
    firstBlock: buyAmongOthers,
    roles: (wallets) => ({ sniping: wallets }),
  }),
])

/** Launches of tokens whose owner opens trading some time after the liquidity. */
export const CLOSED_LAUNCHES: readonly Scenario[] = [
  ...([4, 40] as const).map((blocks) =>
    launch(`trading opened ${blocks} blocks after the liquidity, a bundle right behind the switch`, 'catch', 2, 4, {
      closed: { blocks, exempt: 0 },
      before: fundFrom(MAKER),
      firstBlock: buyInFirstBlock(),
      roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
    }),
  ),
  ...(['v2', 'v4'] as const).map((venue) =>
    launch(`exempt wallets buy on Uniswap ${venue} before trading is opened`, 'catch', 2, 4, {
      closed: { blocks: 30, exempt: 2 },
      venue,
      before: fundFromExchanges,
      roles: (wallets) => ({ sniping: wallets.slice(2), insiders: wallets.slice(0, 2) }),
      firstBlock: buyAmongOthers,
    }),
  ),
  launch('strangers crowd the block in which trading is opened', 'trap', 8, 14, {
    closed: { blocks: 12, exempt: 0 },
    before: fundFromExchanges,
    firstBlock: buyAmongOthers,
    roles: (wallets) => ({ sniping: wallets }),
  }),
]
