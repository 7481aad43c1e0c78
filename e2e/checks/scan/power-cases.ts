import type { FlagId } from '../../../src-main/chains/security/facts.ts'
import { addressOf, type Artifact, type Contract, type DevChain, type Sender } from '../../fixtures/anvil/chain.ts'
import { artifact, type Exchange } from '../../fixtures/anvil/uniswap.ts'
import { tokenArtifact, type TokenName } from '../../fixtures/anvil/tokens/tokens.ts'

/**
 * A token and the power flags that must be true for it; all others must be false. A `catch` token has powers in functions with arbitrary names.
 * A `trap` token has functions that only look like powers.
 */
export interface PowerCase {
  readonly name: string
  readonly purpose: 'catch' | 'trap'
  readonly is: readonly PowerFlagId[]
  /** Highest tax that the owner can set, percent. */
  readonly settablePct?: number
  /** Flags that are unknown because of functions that the scan cannot try: those of which the code shows that it may have their effect. */
  readonly unknown?: readonly PowerFlagId[]
  readonly untried?: readonly string[]
  /** Trading is closed at the time of the scan. */
  readonly closed?: true
  readonly deploy: (stage: CaseStage) => Promise<Contract>
  /** Runs after the pool is created. */
  readonly then?: (stage: CaseStage, token: Contract) => Promise<void>
}

export interface CaseStage {
  readonly chain: DevChain
  readonly exchange: Exchange
  readonly maker: Sender
  readonly keeper: Sender
  readonly supply: bigint
}

export const POWER_FLAG_IDS = [
  'mintable',
  'change_balance',
  'pausable',
  'blacklist',
  'whitelist',
  'anti_whale_modifiable',
  'cooldown_modifiable',
  'tax_modifiable',
  'tax_per_wallet',
  'hidden_owner',
] as const satisfies readonly FlagId[]
export type PowerFlagId = (typeof POWER_FLAG_IDS)[number]

const deployToken =
  (name: TokenName, ...args: readonly unknown[]) =>
  ({ chain, maker, supply }: CaseStage): Promise<Contract> =>
    chain.deploy(maker, tokenArtifact(name), [supply, ...args])
const deployWithKeeper =
  (name: TokenName) =>
  ({ chain, maker, keeper, supply }: CaseStage): Promise<Contract> =>
    chain.deploy(maker, tokenArtifact(name), [supply, addressOf(keeper)])
const openZeppelin = (name: string): Artifact => artifact(`@openzeppelin/contracts/build/contracts/${name}.json`)

/** OpenZeppelin's token with roles to mint and pause, all held by the maker. */
async function rolesToken({ chain, maker, supply }: CaseStage): Promise<Contract> {
  const token = await chain.deploy(maker, openZeppelin('ERC20PresetMinterPauser'), ['Roles', 'ROLE'])
  await chain.call(maker, token, 'mint', [addressOf(maker), supply])
  return token
}

async function withoutRoles(stage: CaseStage, token: Contract, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const role = await stage.chain.read(token, name, [])
    await stage.chain.call(stage.maker, token, 'renounceRole', [role, addressOf(stage.maker)])
  }
}

const renounce = ({ chain, maker }: CaseStage, token: Contract): Promise<unknown> => chain.call(maker, token, 'renounceOwnership', [])
const then =
  (act: (stage: CaseStage, token: Contract) => Promise<unknown>) =>
  async (stage: CaseStage, token: Contract): Promise<void> => {
    await act(stage, token)
  }

/** Makes OpenZeppelin's timelock the owner. */
async function toTimelock({ chain, maker }: CaseStage, token: Contract): Promise<void> {
  const lock = await chain.deploy(maker, openZeppelin('TimelockController'), [172_800n, [addressOf(maker)], [addressOf(maker)]])
  await chain.call(maker, token, 'transferOwnership', [lock.address])
}

export const POWER_CASES: readonly PowerCase[] = [
  { name: 'setTax(uint256,uint256)', purpose: 'catch', is: ['tax_modifiable'], settablePct: 100, deploy: deployToken('SetTaxToken') },
  { name: 'pause(bool)', purpose: 'catch', is: ['pausable'], deploy: deployToken('PauseFlagToken') },
  {
    name: 'updateConfig(uint8,uint256)',
    purpose: 'catch',
    is: ['pausable', 'anti_whale_modifiable', 'tax_modifiable'],
    settablePct: 100,
    deploy: deployToken('ConfigToken'),
  },
  { name: 'a(address,bool) that stops one wallet', purpose: 'catch', is: ['blacklist'], deploy: deployToken('LetterToken') },
  { name: 'sync(address[]) that empties wallets', purpose: 'catch', is: ['change_balance'], deploy: deployToken('SyncToken') },
  { name: 'setRouter(address) that redirects a hook', purpose: 'catch', is: ['pausable'], deploy: deployToken('RouterToken') },
  { name: 'a list and the switch that arms it', purpose: 'catch', is: ['blacklist'], deploy: deployToken('TwoStepToken') },
  { name: 'an address that is named first and takes later', purpose: 'catch', is: ['change_balance'], deploy: deployToken('CollectorToken') },
  { name: 'an owner in the code', purpose: 'catch', is: ['mintable'], deploy: deployWithKeeper('ConstantOwnerToken') },
  { name: 'an owner stored above decimals', purpose: 'catch', is: ['mintable', 'blacklist'], deploy: deployWithKeeper('PackedKeeperToken') },
  { name: 'only transactions of the creator', purpose: 'catch', is: ['blacklist'], deploy: deployToken('OriginToken') },
  {
    name: 'a tax that takes effect two days later',
    purpose: 'catch',
    is: ['tax_modifiable'],
    settablePct: 100,
    deploy: deployToken('DelayedTaxToken'),
  },
  { name: 'only sells stop', purpose: 'catch', is: ['pausable'], deploy: deployToken('SellSwitchToken') },
  { name: 'a tax of at most 5 %', purpose: 'catch', is: ['tax_modifiable'], settablePct: 5, deploy: deployToken('FivePercentToken') },
  { name: 'balances that grow without the supply', purpose: 'catch', is: ['mintable'], deploy: deployToken('GhostMintToken') },
  { name: 'a largest balance per wallet', purpose: 'catch', is: ['anti_whale_modifiable'], deploy: deployToken('MaxWalletToken') },
  {
    name: 'a largest balance that is in force, in percent',
    purpose: 'catch',
    is: ['anti_whale_modifiable'],
    deploy: deployToken('PercentLimitToken'),
  },
  { name: 'a limit that the token itself has to keep', purpose: 'catch', is: ['anti_whale_modifiable'], deploy: deployToken('SharedLimitToken') },
  { name: 'a threshold that stops everyone at 0 only', purpose: 'catch', is: ['pausable', 'whitelist'], deploy: deployToken('ThresholdToken') },
  {
    name: 'a mint among many setters in a token that refuses contracts',
    purpose: 'catch',
    is: ['mintable'],
    deploy: deployToken('ManySettersToken'),
  },
  { name: 'a tax for the wallets of a list', purpose: 'catch', is: ['tax_per_wallet'], settablePct: 99, deploy: deployToken('PunishToken') },
  { name: 'a pause that spares contracts', purpose: 'catch', is: ['pausable'], deploy: deployToken('WalletsOnlyPauseToken') },
  {
    name: 'a list and a tax in a token that refuses contracts',
    purpose: 'catch',
    is: ['blacklist', 'tax_modifiable'],
    settablePct: 20,
    deploy: deployToken('WalletsOnlyToken'),
  },
  { name: 'an operator for the tokens of others', purpose: 'catch', is: ['change_balance'], deploy: deployToken('OperatorToken') },
  { name: 'a switch that silently ignores other callers', purpose: 'catch', is: ['pausable'], deploy: deployToken('IgnoringToken') },
  { name: 'a switch beside functions that burn all gas', purpose: 'catch', is: ['pausable'], deploy: deployToken('GasBurnerToken') },
  { name: 'a list in a token before its launch', purpose: 'catch', is: ['blacklist'], closed: true, deploy: deployToken('ClosedToken') },
  { name: 'transfers of others’ tokens without allowance', purpose: 'catch', is: ['change_balance'], deploy: deployToken('FreeTakeToken') },
  {
    name: 'a token as many were launched',
    purpose: 'catch',
    is: ['blacklist', 'tax_modifiable'],
    settablePct: 5,
    deploy: ({ chain, exchange, maker, supply }) => chain.deploy(maker, tokenArtifact('MemeToken'), [supply, exchange.router.address]),
  },
  { name: 'roles of OpenZeppelin', purpose: 'catch', is: ['mintable', 'pausable'], deploy: rolesToken },
  {
    name: 'roles without members that the admin can grant',
    purpose: 'catch',
    is: ['mintable', 'pausable'],
    deploy: rolesToken,
    then: (stage, token) => withoutRoles(stage, token, ['MINTER_ROLE', 'PAUSER_ROLE']),
  },
  {
    name: 'a timelock as the owner',
    purpose: 'catch',
    is: ['tax_modifiable'],
    settablePct: 100,
    deploy: deployToken('SetTaxToken'),
    then: toTimelock,
  },
  {
    name: 'a function that needs an unguessable text',
    purpose: 'catch',
    is: [],
    unknown: ['mintable'],
    untried: ['0x105f25de(bytes,address,uint256)'],
    deploy: deployToken('PassphraseToken'),
  },
  { name: 'a plain token', purpose: 'trap', is: [], deploy: deployToken('PlainToken') },
  { name: 'an owner without powers', purpose: 'trap', is: [], deploy: deployToken('OwnedToken') },
  { name: 'setTax(uint256,uint256), renounced', purpose: 'trap', is: [], deploy: deployToken('SetTaxToken'), then: then(renounce) },
  { name: 'pause(bool), renounced', purpose: 'trap', is: [], deploy: deployToken('PauseFlagToken'), then: then(renounce) },
  { name: 'metadata, a marketing wallet, stuck tokens, burns and airdrops', purpose: 'trap', is: [], deploy: deployToken('HarmlessToken') },
  { name: 'interest that each transfer pays to all alike', purpose: 'trap', is: [], deploy: deployToken('InterestToken') },
  { name: 'a mint whose cap is reached', purpose: 'trap', is: [], deploy: deployToken('CapReachedToken') },
  { name: 'votes, delegation and permits', purpose: 'trap', is: [], deploy: deployToken('VotesToken') },
  {
    name: 'OpenZeppelin’s fixed supply',
    purpose: 'trap',
    is: [],
    deploy: ({ chain, maker, supply }) => chain.deploy(maker, openZeppelin('ERC20PresetFixedSupply'), ['Fixed', 'FIX', supply, addressOf(maker)]),
  },
  {
    name: 'roles of OpenZeppelin, all given up',
    purpose: 'trap',
    is: [],
    deploy: rolesToken,
    then: (stage, token) => withoutRoles(stage, token, ['MINTER_ROLE', 'PAUSER_ROLE', 'DEFAULT_ADMIN_ROLE']),
  },
]
