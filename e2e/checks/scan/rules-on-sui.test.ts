import { afterAll, beforeAll, describe } from 'vitest'
import { idOf, SUI } from '../../fixtures/sui/ids.ts'
import { addLiquidity, emptyPool } from '../../fixtures/sui/liquidity.ts'
import { startSuiNode, type SuiTestNode } from '../../fixtures/sui/node.ts'
import { setReferencePool } from '../../fixtures/sui/reference-pool.ts'
import {
  destroyTreasury,
  inOwnPackage,
  makeImmutable,
  metadataTo,
  OWNERS,
  SafetyCoins,
  wrapTreasury,
  type SafetyCoin,
} from '../../fixtures/sui/tokens.ts'
import { fund, publishCoin } from '../../fixtures/sui/coins.ts'
import { swap } from '../../fixtures/sui/venues.ts'
import { playOnSui } from '../accuracy/nodes/sui-player.ts'
import { EARLY_RULES, HOLDER_RULES, LAUNCHES } from './launches.ts'
import { openScans, testRules, scanLaunch, type ScanOutcome, type Scans } from './on-node.ts'

/** Every rule of Sui, tripped by a coin on the test ledger through the real client. The ledger runs no Move (e2e/fixtures/sui/README.md). */

const WHOLE = 10n ** 9n
const HANDED_OUT = 60
const SERIAL = 10
const SPREAD = { coins: 997_000n, sui: 1_000n }
const NO_DATES = 'Positions on Sui are burned for ever, or kept in objects of which no end is known: no lock that is read has a date.'

const PLAIN = 'a plain coin of many holders'
const FEW = 'a plain coin of few holders, a week later'
const EMPTIED = 'a coin whose maker took everything out of the pool'
const AFTER_RUG = 'the next coin of who emptied a pool'
const ELEVENTH = 'the eleventh coin of a creator of ten untraded ones'

describe('rules on the Sui ledger', () => {
  const coins = new SafetyCoins()
  const { ledger, maker } = coins
  let node: SuiTestNode
  let scans: Scans

  beforeAll(async () => {
    // 3.50 US dollars per coin.
    setReferencePool(ledger, 3.5, 900_000)
    node = await startSuiNode(ledger)
    scans = await openScans('sui', node.endpoints)
  })
  afterAll(async () => {
    await scans.close()
    await node.stop()
  })

  const launched =
    (...args: Parameters<SafetyCoins['launch']>) =>
    async (): Promise<ScanOutcome> =>
      scans.scan(coins.launch(...args).coin)
  /** A coin without powers, whose creator owns all positions of its pool. */
  const powerless = (module: string, reserves = SPREAD): SafetyCoin =>
    coins.launch(
      module,
      (tx, coin) => {
        destroyTreasury(tx, coin)
        makeImmutable(tx, coin)
      },
      false,
      reserves,
    )
  function plainCoin(module: string, reserves = SPREAD): SafetyCoin {
    const made = powerless(module, reserves)
    coins.burnLiquidity(made)
    return made
  }

  const tokens: Record<string, () => Promise<ScanOutcome>> = {
    [PLAIN]: async () => {
      const { coin } = plainCoin('plain')
      const [giver = ''] = coins.holders
      ledger.execute({ sender: giver }, (tx) => {
        for (let i = 0; i < HANDED_OUT; i++) tx.move(giver, idOf(`person small ${i}`), coin, WHOLE)
      })
      ledger.seal(2)
      return scans.readAndScan(coin)
    },
    [FEW]: async () => {
      const { coin } = plainCoin('few')
      await scans.read(coin)
      return scans.scan(coin, 7 * 24)
    },
    'every holder denied': async () => {
      const { coin } = coins.launch('denied', undefined, true)
      coins.deny(coin, [maker, ...coins.holders])
      return scans.readAndScan(coin)
    },
    'a TreasuryCap in a wallet': launched('treasury'),
    'a DenyCap in a wallet': launched('regulated', undefined, true),
    'an UpgradeCap in a wallet': launched('upgrade', destroyTreasury),
    'an UpgradeCap of the package that keeps the TreasuryCap': launched('upgrade_treasury', wrapTreasury(inOwnPackage)),
    'metadata in a wallet': launched('metadata', metadataTo(OWNERS.to(maker))),
    'a pool whose maker can take everything out': async () => scans.readAndScan(powerless('withdrawable').coin),
    'a pool of which its maker burned two thirds': async () => {
      const { coin, pool } = plainCoin('partly', { coins: 600_000n, sui: 1_000n })
      addLiquidity(ledger, maker, pool, { owner: OWNERS.to(maker), part: 0.5 })
      ledger.seal(2)
      return scans.readAndScan(coin)
    },
    'a pool of a hundred SUI': launched('thin', undefined, false, { coins: 100_000n, sui: 100n }),
    [EMPTIED]: async () => {
      const { coin, pool } = coins.launch('emptied')
      swap(ledger, { sender: coins.holders[0] ?? '', route: [pool], coinIn: SUI, raw: WHOLE })
      emptyPool(ledger, maker, pool)
      ledger.seal(2)
      return scans.readAndScan(coin)
    },
    [AFTER_RUG]: async () => scans.readAndScan(coins.launch('after_emptied').coin),
    [ELEVENTH]: async () => {
      const publisher = idOf('person serial maker')
      fund(ledger, [publisher], 1_000n * WHOLE)
      const found: ScanOutcome[] = []
      for (let i = 0; i <= SERIAL; i++) {
        const made = publishCoin(ledger, { publisher, module: `serial_${i}`, name: 'Serial', symbol: 'SER', decimals: 9, supply: WHOLE })
        ledger.seal(2)
        found.push(await scans.readAndScan(made.coin))
      }
      return found.at(-1) ?? { applies: [], unknown: [] }
    },
    ...Object.fromEntries(Object.entries(LAUNCHES).map(([name, script]) => [name, () => scanLaunch('sui', playOnSui, script)])),
  }

  testRules({
    networks: ['sui'],
    tokens,
    plain: PLAIN,
    undecided: [],
    notShown: { lp_lock_short: NO_DATES },
    shownBy: {
      honeypot_confirmed: 'every holder denied',
      mint_open_sui: 'a TreasuryCap in a wallet',
      denylist_sui: 'a DenyCap in a wallet',
      upgrade_sui: 'an UpgradeCap in a wallet',
      upgrade_sui_with_treasury: 'an UpgradeCap of the package that keeps the TreasuryCap',
      mutable_metadata: 'metadata in a wallet',
      lp_unlocked: 'a pool whose maker can take everything out',
      lp_partly_locked: 'a pool of which its maker burned two thirds',
      no_liquidity: EMPTIED,
      low_liquidity: 'a pool of a hundred SUI',
      ...HOLDER_RULES,
      ...EARLY_RULES,
      few_holders: FEW,
      creator_rugs: AFTER_RUG,
      creator_serial: ELEVENTH,
    },
  })
})
