import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe } from 'vitest'
import { accountOf, createMint, openAccount, paySol, send, transferChecked, wallet } from '../../fixtures/surfpool/client.ts'
import { cpmmSwap } from '../../fixtures/surfpool/cpmm.ts'
import { fillVault, setWhirlpool } from '../../fixtures/surfpool/reference-pool.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../fixtures/surfpool/surfpool.ts'
import {
  closeAuthority,
  defaultState,
  nonTransferable,
  pausable,
  permanentDelegate,
  SafetyMints,
  transferFee,
  transferHook,
  type MintOptions,
} from '../../fixtures/surfpool/tokens.ts'
import { playOnSurfpool } from '../accuracy/nodes/surfpool-player.ts'
import { EARLY_RULES, HOLDER_RULES, LAUNCHES } from './launches.ts'
import { openScans, testRules, scanLaunch, type ScanOutcome, type Scans } from './on-node.ts'

/**
 * Every rule of Solana, tripped by a mint of the real token programs on a real node and scanned as the app does. The pools are
 * accounts in the layouts of Raydium and Orca. Raydium's program is a stub, so the exchanges' own code is not tested.
 */

const missing = surfpoolMissing()
const NOTHING = { mintAuthority: null, freezeAuthority: null } as const
const LP = 1_000_000_000n
const QUOTE = 5_000_000_000n
/** One percent for each of three holders, the rest in the pool. */
const SPREAD = { held: 10_000_000_000n, pooled: 970_000_000_000n } as const
const HANDED_OUT = 60
const A_TRANSACTION = 6
const SERIAL = 10

const PLAIN = 'a plain mint of many holders with its liquidity burned'
const FEW = 'a plain mint of few holders, a week later'
const EMPTIED = 'a mint whose maker sold for all that the pool held'
const AFTER_RUG = 'the next mint of who emptied a pool'
const ELEVENTH = 'the eleventh mint of a creator of ten untraded ones'

describe.skipIf(missing !== null)(`rules on a Solana node ${missing ?? ''}`, () => {
  let node: Surfpool
  let mints: SafetyMints
  let scans: Scans
  const maker = () => mints.maker.publicKey

  beforeAll(async () => {
    node = await spawnSurfpool()
    mints = new SafetyMints(node)
    await mints.fund()
    const vault = wallet('reference vault').publicKey.toBase58()
    // 1,000 US dollars per coin.
    await setWhirlpool(node, 1_000, vault)
    await fillVault(node, vault, 2_000_000)
    scans = await openScans('sol', [node.url])
  })
  afterAll(async () => {
    await scans.close()
    await node.stop()
  })

  const made = (name: string, options: () => Omit<MintOptions, 'name'>) => async (): Promise<ScanOutcome> =>
    scans.scan((await mints.launch({ name, ...options() })).address)
  const extended = (name: string, ...extensions: (() => NonNullable<MintOptions['extensions']>[number])[]) =>
    made(name, () => ({ ...NOTHING, extensions: extensions.map((make) => make()) }))
  const charging = (points: number) => made(`fee ${points}`, () => ({ ...NOTHING, feeBasisPoints: points, extensions: [transferFee(points, null)] }))
  const plainMint = (name: string) => mints.launch({ name, ...NOTHING, ...SPREAD, metaplex: { mutable: false }, lp: { burned: LP } })

  /** Two tokens of one creator. The first is read, emptied and scanned before the second is created. */
  let history: Promise<{ readonly emptied: ScanOutcome; readonly next: ScanOutcome }> | null = null
  async function playHistory(): Promise<{ readonly emptied: ScanOutcome; readonly next: ScanOutcome }> {
    const first = await mints.launch({ name: 'emptied', ...NOTHING })
    const all = { buys: false, paid: 1_000_000n, got: QUOTE }
    await send(node, [await cpmmSwap(node, first.pool, maker(), all)], [mints.maker])
    const second = await mints.launch({ name: 'next', ...NOTHING })
    return { emptied: await scans.readAndScan(first.address), next: await scans.readAndScan(second.address) }
  }
  const historyOf = (): Promise<{ readonly emptied: ScanOutcome; readonly next: ScanOutcome }> => (history ??= playHistory())

  const tokens: Record<string, () => Promise<ScanOutcome>> = {
    [PLAIN]: async () => {
      const { mint, address } = await plainMint('plain')
      const [giver] = mints.holders
      if (giver === undefined) throw new Error('The token has no holders')
      const people = Array.from({ length: HANDED_OUT }, (_, i) => wallet(`small ${i}`).publicKey)
      for (let i = 0; i < people.length; i += A_TRANSACTION) {
        const gifts = people
          .slice(i, i + A_TRANSACTION)
          .flatMap((to) => [
            openAccount(mint, to, giver.publicKey),
            transferChecked(mint, accountOf(mint, giver.publicKey), accountOf(mint, to), giver.publicKey, 1_000n),
          ])
        await send(node, gifts, [giver])
      }
      await mints.tick()
      return scans.readAndScan(address)
    },
    [FEW]: async () => {
      const { address } = await plainMint('few')
      await scans.read(address)
      return scans.scan(address, 7 * 24)
    },
    'every holder frozen': async () => {
      const owners = [maker(), ...mints.holders.map(({ publicKey }) => publicKey)]
      const after: MintOptions['after'] = (mint) => owners.map((owner) => mints.freeze(mint, owner))
      return scans.scan((await mints.launch({ name: 'all frozen', mintAuthority: null, after })).address)
    },
    'a mint that cannot be moved': extended('soulbound', () => nonTransferable()),
    'new accounts frozen': made('frozen first', () => ({ mintAuthority: null, extensions: [defaultState(true)] })),
    'a pause in force': made('paused', () => ({ ...NOTHING, extensions: [pausable(maker())], after: (mint) => [mints.pause(mint)] })),
    'a fee of 60 %': charging(6_000),
    'a fee of 30 %': charging(3_000),
    'a fee of 12 %': charging(1_200),
    'a fee of 3 %': charging(300),
    'a higher fee ahead': made('fee ahead', () => ({
      ...NOTHING,
      extensions: [transferFee(0, maker())],
      after: (mint) => [mints.scheduleFee(mint, 9_000)],
    })),
    'a fee that can be set': extended('fee set', () => transferFee(0, maker())),
    'a permanent delegate': extended('delegate', () => permanentDelegate(maker())),
    'a mint authority': made('minter', () => ({ freezeAuthority: null })),
    'a freeze authority': made('freezer', () => ({ mintAuthority: null })),
    'a right to pause': extended('pausable', () => pausable(maker())),
    'a hook': extended('hook', () => transferHook(null, wallet('no program').publicKey)),
    'a hook that can be set': extended('hook later', () => transferHook(maker(), null)),
    'a close authority': extended('close', () => closeAuthority(maker())),
    'metadata that can change': made('meta', () => ({ ...NOTHING, metaplex: { mutable: true } })),
    'a pool of one coin': made('thin', () => ({ ...NOTHING, quote: 1_000_000_000n })),
    'liquidity in its maker’s hands': made('lp kept', () => ({ ...NOTHING })),
    'three fifths of the liquidity burned': made('lp part', () => ({ ...NOTHING, lp: { burned: (LP * 3n) / 5n } })),
    [EMPTIED]: async () => (await historyOf()).emptied,
    [AFTER_RUG]: async () => (await historyOf()).next,
    [ELEVENTH]: async () => {
      const authority = wallet('serial maker')
      const payer = Keypair.fromSecretKey(node.payer)
      await send(node, [paySol(payer.publicKey, authority.publicKey, 5_000_000_000)], [payer])
      const addresses: string[] = []
      for (let i = 0; i <= SERIAL; i++) {
        const { mint } = await createMint(node, { name: `serial ${i}`, authority, decimals: 6, token2022: false })
        addresses.push(mint.address.toBase58())
      }
      await mints.tick()
      const found: ScanOutcome[] = []
      for (const address of addresses) found.push(await scans.readAndScan(address))
      return found.at(-1) ?? { applies: [], unknown: [] }
    },
    ...Object.fromEntries(Object.entries(LAUNCHES).map(([name, script]) => [name, () => scanLaunch('sol', playOnSurfpool, script)])),
  }

  testRules({
    networks: ['sol'],
    tokens,
    plain: PLAIN,
    undecided: [],
    notShown: { lp_lock_short: 'The lockers of liquidity tokens that are known on Solana keep them for ever: no date is ever read.' },
    shownBy: {
      honeypot_confirmed: 'every holder frozen',
      non_transferable: 'a mint that cannot be moved',
      default_frozen: 'new accounts frozen',
      transfers_paused: 'a pause in force',
      sell_tax_extreme: 'a fee of 60 %',
      sell_tax_high: 'a fee of 30 %',
      sell_tax_medium: 'a fee of 12 %',
      sell_tax_low: 'a fee of 3 %',
      scheduled_tax: 'a higher fee ahead',
      tax_modifiable: 'a fee that can be set',
      permanent_delegate: 'a permanent delegate',
      mint_open_sol: 'a mint authority',
      freeze_open: 'a freeze authority',
      pausable: 'a right to pause',
      transfer_hook: 'a hook',
      transfer_hook_settable: 'a hook that can be set',
      closable: 'a close authority',
      mutable_metadata: 'metadata that can change',
      no_liquidity: EMPTIED,
      low_liquidity: 'a pool of one coin',
      lp_unlocked: 'liquidity in its maker’s hands',
      lp_partly_locked: 'three fifths of the liquidity burned',
      ...HOLDER_RULES,
      ...EARLY_RULES,
      few_holders: FEW,
      creator_rugs: AFTER_RUG,
      creator_serial: ELEVENTH,
    },
  })
})
