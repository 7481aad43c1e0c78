import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { anything, count, nonEmptyText, boolean, list, number, object, oneOf, orNull, percent, record, text, integer, type Shape } from '../shape.ts'
import { NETWORKS, tokenPath, type Network, type Subject } from '../subject.ts'
import { assertThat, skip, assertEqual } from '../assertions.ts'

/** docs/api/records.md#scan-report, in the stored scan of every token of the server. */

const maybe = orNull(boolean)
const holding = orNull(record({ address: nonEmptyText, balance: number }))
const honeypot = record({ score: orNull(integer), message: text })
const locks = list(record({ percentage: percent, type: nonEmptyText, unlock_at: orNull(count) }))
const lockedLiquidity = list(record({ pair_address: nonEmptyText, total_locked: percent, locks }))
const topHolder = { address: nonEmptyText, balance: number, percentage: percent }

const flags = (...names: readonly string[]): Record<string, Shape> => Object.fromEntries(names.map((name) => [name, maybe]))

/** An object with at least these fields. */
const named =
  (...names: readonly string[]): Shape =>
  (value, at) => {
    object(value, at)
    const missing = names.filter((name) => !Object.hasOwn(value as object, name))
    assertThat(missing.length === 0, `${at} is missing ${missing.join(', ')}`)
  }

const SOL = {
  honeypot,
  ...flags(
    'renounced',
    'mintable',
    'metadata_mutable',
    'drainable',
    'freezable',
    'pausable',
    'transfer_paused',
    'non_transferable',
    'closable',
    'transfer_hook',
  ),
  default_account_state: orNull(text),
  creator: holding,
  tax: record({ pct: orNull(number), max_amount: orNull(number) }),
  scheduled_tax: orNull(object),
  top_accounts_frozen: orNull(list(nonEmptyText)),
  authorities: named('mint_authority', 'freeze_authority', 'update_authority', 'permanent_delegate', 'transfer_fee_authority'),
  locked_liquidity: lockedLiquidity,
  locked_liquidity_weighted: orNull(percent),
  holder_count: orNull(count),
  top_holders: list(record({ ...topHolder, token_account: orNull(nonEmptyText) })),
}
const EVM = {
  honeypot,
  ...flags('verified', 'renounced', 'proxy_contract', 'mintable', 'take_back_ownership', 'hidden_owners', 'anti_whale', 'anti_whale_modifiable'),
  ...flags('cannot_buy', 'cannot_sell_all', 'has_whitelist', 'has_blacklist', 'limit_trades_over_time', 'pausable', 'tax_modifiable'),
  ...flags('modify_tax_for_individuals', 'make_external_calls', 'change_balance_off_chain', 'can_selfdestruct_contract'),
  owner_address: orNull(nonEmptyText),
  creator: holding,
  tax: record({ buy: orNull(number), sell: orNull(number), transfer: orNull(number) }),
  locked_liquidity: lockedLiquidity,
  locked_liquidity_weighted: orNull(percent),
  holder_count: orNull(count),
  top_holders: list(record(topHolder)),
}
const capability = record({
  value: maybe,
  object_id: orNull(nonEmptyText),
  owner_kind: orNull(oneOf('address', 'shared', 'immutable', 'multiple')),
  version: orNull(text),
})
const SUI = {
  mintable: capability,
  blacklist: capability,
  contract_upgradable: capability,
  metadata_modifiable: capability,
  creator: holding,
  honeypot,
  holder_count: orNull(count),
  top_holders: list(record(topHolder)),
  locked_liquidity: lockedLiquidity,
}
const ADVANCED: Readonly<Record<Network, Readonly<Record<string, Shape>>>> = { sol: SOL, eth: EVM, base: EVM, bsc: EVM, sui: SUI }
const ADDITIONAL: Readonly<Record<Network, readonly string[]>> = {
  sol: ['program', 'is_token_2022', 'extensions', 'uri'],
  eth: ['standard', 'deploy_tx', 'deploy_block', 'implementation'],
  base: ['standard', 'deploy_tx', 'deploy_block', 'implementation'],
  bsc: ['standard', 'deploy_tx', 'deploy_block', 'implementation'],
  sui: ['coin_type', 'package', 'metadata_object'],
}

const TOKEN = {
  address: nonEmptyText,
  name: text,
  symbol: text,
  logo: orNull(text),
  decimals: count,
  total_supply: number,
  additional_info: orNull(object),
  age: orNull(count),
  socials: list(record({ type: nonEmptyText, url: nonEmptyText })),
}
const SIMPLE = { score: count, message: oneOf('OK', 'Caution', 'High Risk'), reasons: list(nonEmptyText) }
const RESULTS = { generated_at: count, simple: record(SIMPLE), advanced: object }
const REPORT: Readonly<Record<string, Shape>> = {
  network: record({ name: nonEmptyText, symbol: nonEmptyText }),
  token: record(TOKEN),
  extensions: object,
  results: record(RESULTS),
}

/** The slot, block or checkpoint at which an extension was read. */
const READ_AT = /"(?:slot|block|checkpoint)":"?\d/

interface Report {
  readonly extensions: Readonly<Record<string, unknown>>
  readonly token: Record<string, unknown>
  readonly results: {
    readonly generated_at: number
    readonly simple: { score: number; message: string; reasons: string[] }
    readonly advanced: Record<string, unknown>
  }
}

async function readScans(subject: Subject, only: readonly Network[]): Promise<{ network: Network; token: string; report: Report }[]> {
  const found: { network: Network; token: string; report: Report }[] = []
  for (const { network, token } of subject.tokensOn(only)) {
    const path = tokenPath('/scanner/v1/tokens', network, token)
    if ((await subject.get(path)).status === 200) found.push({ network, token, report: await subject.json<Report>(path) })
  }
  return found.length === 0 ? skip(`the server has no scan of a token on ${only.join(', ')}`) : found
}

const each =
  (
    look: (report: Report, network: Network, token: string, subject: Subject) => void | Promise<void>,
    only: readonly Network[] = NETWORKS,
  ): CheckFunction =>
  async (subject) => {
    for (const { network, token, report } of await readScans(subject, only)) await look(report, network, token, subject)
  }

const fieldChecks = (
  fields: Readonly<Record<string, Shape>>,
  at: string,
  part: (report: Report) => unknown,
  only?: readonly Network[],
): [string, CheckFunction][] => [
  ...Object.entries(fields).map(([name, shape]): [string, CheckFunction] => [
    `${at}${name}`,
    each((report, network) => {
      const value = part(report) as Record<string, unknown>
      assertThat(Object.hasOwn(value, name), `${at}${name} is missing on ${network}`)
      shape(value[name], `${network}: ${at}${name}`)
    }, only),
  ]),
  [
    `${at === '' ? 'report' : at.slice(0, -1)}: no other field`,
    each((report, network) => record(Object.fromEntries(Object.keys(fields).map((name) => [name, anything])))(part(report), network), only),
  ],
]

export const scanChecks: readonly ContractCheck[] = [
  ...section('docs/api/records.md#scan-report', [
    ...fieldChecks(REPORT, '', (report) => report),
    ...fieldChecks(TOKEN, 'token.', (report) => report.token),
    ...fieldChecks(RESULTS, 'results.', (report) => report.results),
    ...fieldChecks(SIMPLE, 'results.simple.', (report) => report.results.simple),
    [
      'results.simple.score: 0 to 100',
      each(({ results }) => assertThat(results.simple.score >= 0 && results.simple.score <= 100, 'the score should be 0 to 100')),
    ],
  ]),
  ...section('docs/api/records.md#scan-report', [
    [
      'message: OK from 80, Caution from 60, High Risk below',
      each(({ results: { simple } }) =>
        assertEqual(simple.message, simple.score >= 80 ? 'OK' : simple.score >= 60 ? 'Caution' : 'High Risk', 'message'),
      ),
    ],
    ...fieldChecks(SOL, 'sol.', ({ results }) => results.advanced, ['sol']),
    ...fieldChecks(EVM, 'evm.', ({ results }) => results.advanced, ['eth', 'base', 'bsc']),
    ...fieldChecks(SUI, 'sui.', ({ results }) => results.advanced, ['sui']),
    ['advanced is the record of its network', each(({ results }, network) => record(ADVANCED[network])(results.advanced, `${network}: advanced`))],
    [
      'token.additional_info: the keys of its network',
      each(({ token }, network) => {
        const info = token['additional_info']
        if (info === null) return
        const missing = ADDITIONAL[network].filter((name) => !Object.hasOwn(info as object, name))
        assertThat(missing.length === 0, `${network} is missing ${missing.join(', ')}`)
      }),
    ],
    [
      'extensions: one key per source, each with the slot, block or checkpoint at which it was read',
      each(({ extensions }, network) => {
        for (const [source, raw] of Object.entries(extensions)) {
          const text = JSON.stringify(raw)
          assertThat(text === 'null' || text === '[]' || READ_AT.test(text), `extensions.${source} on ${network} should say when it was read`)
        }
      }),
    ],
    [
      '/local/v1/scanner: findings of { id, severity, points, value, threshold, evidence, rule_version }',
      each(async (_report, network, token, subject) => {
        const { findings } = await subject.json<{ findings: unknown[] }>(tokenPath('/local/v1/scanner', network, token))
        list(named('id', 'severity', 'points', 'value', 'threshold', 'evidence', 'rule_version'))(findings, `${network}: findings`)
      }),
    ],
    [
      '/local/v1/scanner: points and score add up to 100',
      each(async (_report, network, token, subject) => {
        const scan = await subject.json<{ score: number; findings: { points: number }[] }>(tokenPath('/local/v1/scanner', network, token))
        const points = scan.findings.reduce((sum, finding) => sum + finding.points, 0)
        assertEqual(points + scan.score, 100, 'points and score')
      }),
    ],
  ]),
]
