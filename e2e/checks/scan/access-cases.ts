import { toFunctionSelector } from 'viem'
import { PERMIT2 } from '../../../src-main/chains/evm/security/powers/trials/constants.ts'
import { ZERO_ADDRESS } from '../../../src-main/chains/evm/encoding/zero-address.ts'
import type { FlagId } from '../../../src-main/chains/security/facts.ts'
import { addressOf, type Artifact, type Contract } from '../../fixtures/anvil/chain.ts'
import { artifact } from '../../fixtures/anvil/uniswap.ts'
import { tokenArtifact, type TokenName } from '../../fixtures/anvil/tokens/tokens.ts'
import type { CaseStage, PowerCase } from './power-cases.ts'

/** Tokens whose powers are in the hands of callers that are hard to find, or in code that is hard to find. */
export interface AccessCase extends Pick<PowerCase, 'name' | 'closed' | 'deploy' | 'then'> {
  /** Flags that are true, and flags that must be unknown; flags of neither list are false. */
  readonly is: readonly FlagId[]
  readonly unknown: readonly FlagId[]
  /** What the sentence of each unknown flag names. */
  readonly because?: string
}

const MOVES = ['pausable', 'blacklist', 'whitelist', 'anti_whale_modifiable', 'cooldown_modifiable', 'tax_modifiable', 'tax_per_wallet'] as const

const deployFor =
  (name: TokenName, by: (stage: CaseStage) => unknown) =>
  async (stage: CaseStage): Promise<Contract> =>
    stage.chain.deploy(stage.maker, tokenArtifact(name), [stage.supply, await by(stage)])
const keeperOf = ({ keeper }: CaseStage): string => addressOf(keeper)
const deployBeside =
  (beside: TokenName) =>
  async ({ chain, maker, keeper }: CaseStage): Promise<string> =>
    (await chain.deploy(maker, tokenArtifact(beside), [addressOf(keeper)])).address
const deployPlain =
  (name: TokenName) =>
  ({ chain, maker, supply }: CaseStage): Promise<Contract> =>
    chain.deploy(maker, tokenArtifact(name), [supply])

/** A proxy of `MintingLogic`, or of logic that adds to it, whose owner is the maker. */
const deployProxy =
  (proxy: Artifact, more: (stage: CaseStage) => readonly unknown[] = () => [], runs: TokenName = 'MintingLogic') =>
  async (stage: CaseStage): Promise<Contract> => {
    const { chain, maker, supply } = stage
    const logic = await chain.deploy(maker, tokenArtifact(runs), [])
    const { address } = await chain.deploy(maker, proxy, [logic.address, ...more(stage)])
    const token = { address, abi: logic.abi }
    await chain.call(maker, token, 'initialize', [supply])
    return token
  }
const deployForwarder = (name: TokenName, more: readonly unknown[] = []) => deployProxy(tokenArtifact(name), () => more)
const transparent = artifact('@openzeppelin/contracts/build/contracts/TransparentUpgradeableProxy.json')
const selectors = tokenArtifact('MintingLogic').abi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : []))
const renounce = async ({ chain, maker }: CaseStage, token: Contract): Promise<void> => {
  await chain.call(maker, token, 'renounceOwnership', [])
}

export const ACCESS_CASES: readonly AccessCase[] = [
  {
    name: 'a list of callers that no event names',
    is: [],
    unknown: ['mintable', 'hidden_owner', 'renounced'],
    because: 'obeys callers that are in no list',
    deploy: deployFor('WardToken', keeperOf),
  },
  {
    name: 'another contract that says who may call',
    is: [],
    unknown: ['mintable', 'renounced'],
    because: 'obeys callers that are in no list',
    deploy: deployFor('AuthorityToken', deployBeside('Authority')),
  },
  {
    name: 'another contract that says who may call, asked by old code',
    is: [],
    unknown: ['mintable', 'renounced'],
    because: 'obeys callers that are in no list',
    deploy: deployFor('OldAuthorityToken', deployBeside('Authority')),
  },
  { name: 'no contract that says who may call', is: ['renounced'], unknown: [], deploy: deployFor('AuthorityToken', () => ZERO_ADDRESS) },
  { name: 'a minter in a slot above a gap', is: ['mintable', 'hidden_owner'], unknown: [], deploy: deployFor('FarMinterToken', keeperOf) },
  { name: 'a minter that the code computes', is: ['mintable', 'hidden_owner'], unknown: [], deploy: deployPlain('ComputedMinterToken') },
  { name: 'an owner who changes all balances alike', is: ['change_balance'], unknown: [], deploy: deployPlain('RebasingToken') },
  {
    name: 'a keeper known only by a hash',
    is: [],
    unknown: ['mintable', 'renounced'],
    because: 'obeys callers that are in no list',
    deploy: deployFor('HashedKeeperToken', keeperOf),
  },
  {
    name: 'a mint that opens in a year',
    is: [],
    unknown: ['mintable', 'renounced'],
    because: 'accepts no call at present',
    deploy: deployPlain('LaterMintToken'),
  },
  { name: 'a keeper in a slot with the hash of a name', is: ['mintable', 'hidden_owner'], unknown: [], deploy: deployFor('HashSlotToken', keeperOf) },
  {
    name: 'roles as bits, after the owner renounced',
    is: ['mintable', 'hidden_owner'],
    unknown: [],
    deploy: deployFor('BitRolesToken', keeperOf),
    then: renounce,
  },
  {
    name: 'an owner who may return after three days',
    is: ['take_back_ownership'],
    unknown: [],
    deploy: deployPlain('LateReclaimToken'),
    then: renounce,
  },
  {
    name: 'a registry in the code that may stop holders',
    is: ['external_calls'],
    unknown: [...MOVES, 'renounced'],
    because: 'own functions were not tried',
    deploy: deployFor('RegistryToken', deployBeside('Registry')),
  },
  {
    name: 'a router that needs no allowance',
    is: [],
    unknown: ['change_balance', 'renounced'],
    because: 'answers like a router',
    deploy: deployFor('FreeSpenderToken', ({ exchange }) => exchange.router.address),
  },
  { name: 'Permit2, which needs no allowance', is: ['renounced'], unknown: [], deploy: deployFor('FreeSpenderToken', () => PERMIT2) },
  { name: 'a wallet that needs no allowance', is: ['change_balance'], unknown: [], deploy: deployFor('FreeSpenderToken', keeperOf) },
  {
    name: 'trading that opens when the owner names the pool',
    is: ['pausable', 'blacklist', 'anti_whale_modifiable', 'cannot_buy'],
    unknown: ['honeypot', 'cannot_sell_all', 'trading_cooldown', 'anti_whale', 'transfers_paused'],
    closed: true,
    deploy: deployPlain('NamedPoolToken'),
  },
  { name: 'logic that is a constant of the code', is: ['mintable'], unknown: [], deploy: deployForwarder('FixedForwarder') },
  {
    name: 'logic in a slot with the hash of a name',
    is: ['mintable'],
    unknown: ['proxy'],
    because: 'may be replaceable',
    deploy: deployForwarder('HashSlotForwarder'),
  },
  {
    name: 'logic that another contract names',
    is: ['mintable', 'external_calls'],
    unknown: ['proxy', ...MOVES],
    because: 'e',
    deploy: deployForwarder('KernelForwarder'),
  },
  {
    name: 'an admin of a proxy, who cannot use the token',
    is: ['mintable', 'proxy'],
    unknown: [],
    deploy: deployProxy(transparent, ({ keeper }) => [addressOf(keeper), '0x'], 'ClaimLogic'),
  },
  {
    name: 'errors that state their caller, after the owner renounced',
    is: ['renounced'],
    unknown: [],
    deploy: deployPlain('StatedCallerToken'),
    then: renounce,
  },
  {
    name: 'a mint of a bridge, for a sender that cannot be guessed',
    is: [],
    unknown: ['mintable'],
    because: 'is not known',
    deploy: deployFor('BridgedToken', deployBeside('Registry')),
  },
  { name: 'a switch that ignores new allowances', is: ['pausable'], unknown: [], deploy: deployPlain('ApprovalSwitchToken') },
  {
    name: 'an address that the code computes and that needs no allowance',
    is: [],
    unknown: ['mintable', 'change_balance', 'hidden_owner', 'renounced'],
    because: 'that the code computes',
    deploy: deployFor('ComputedSpenderToken', keeperOf),
    then: renounce,
  },
  {
    name: 'allowances for an address that the code computes',
    is: [],
    unknown: ['change_balance', 'hidden_owner', 'renounced'],
    because: 'that the code computes',
    deploy: deployFor('ComputedAllowanceToken', keeperOf),
    then: renounce,
  },
  { name: 'a mint by a call without a function', is: ['mintable'], unknown: [], deploy: deployPlain('FallbackMintToken') },
  { name: 'a tax on sales that pay for gas', is: [], unknown: ['honeypot'], because: 'the gas price', deploy: deployPlain('GasPriceToken') },
  { name: 'sales in half of the day', is: [], unknown: ['honeypot'], because: 'in the days after', deploy: deployPlain('SellHoursToken') },
  { name: 'sales in the block of the buy', is: ['honeypot'], unknown: ['cannot_sell_all'], deploy: deployPlain('SameBlockToken') },
  {
    name: 'trading that opens after two calls, with a limit in force',
    is: ['pausable', 'anti_whale_modifiable', 'cannot_buy'],
    unknown: ['honeypot', 'cannot_sell_all', 'trading_cooldown', 'anti_whale', 'transfers_paused'],
    closed: true,
    deploy: deployPlain('TwoCallLaunchToken'),
  },
  {
    name: 'logic by function',
    is: [],
    unknown: ['mintable', 'change_balance', 'hidden_owner', 'proxy', ...MOVES],
    deploy: deployForwarder('FunctionForwarder', [selectors]),
  },
]
