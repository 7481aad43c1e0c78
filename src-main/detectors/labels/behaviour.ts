import { NOT_A_MEMBER, type Label } from '../../../src-shared/domain/labels.ts'
import { depositAddresses } from '../clusters/rules/sinks.ts'
import { distributors } from '../clusters/rules/token-transfer.ts'
import { reuseRows } from '../incremental/reuse.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { findPresales } from '../hubs/services.ts'
import type { FactIndex } from '../fact-index.ts'

/** Labels that follow from an address's behaviour (docs/detection.md#labels), in the order found. */
export function labelsByBehaviour(index: FactIndex): readonly [string, Label][] {
  const { state, flows, labels, hubs, holderSet, facts } = index
  const from = [flows.moves, flows.payments, labels, hubs, holderSet, facts.accounts, facts.token.totalSupply]
  return state.memoize<readonly [string, Label][]>('roles', from, (before) => reuseRows(before, findLabels(index)))
}

function findLabels(index: FactIndex): [string, Label][] {
  return [
    ...depositAddresses(index).map((address): [string, Label] => [address, 'exchange']),
    ...[...distributors(index)].map(([address, receivers]): [string, Label] => [
      address,
      wasPaidFirst(index, address, receivers) ? 'presale' : 'team',
    ]),
    ...listPresales(index).map((address): [string, Label] => [address, 'presale']),
    ...findVestings(index).map((address): [string, Label] => [address, 'vesting']),
  ]
}

/** Whether at least half of a distributor's receivers paid it, which makes it a presale without a contract. */
function wasPaidFirst(index: FactIndex, distributor: string, receivers: ReadonlySet<string>): boolean {
  const payers = new Set((index.paymentsTo.get(distributor) ?? []).map(({ from }) => from))
  return [...receivers].filter((receiver) => payers.has(receiver)).length * 2 >= receivers.size
}

/** Wallets that sold to many at one price and that no list labels otherwise. */
function listPresales(index: FactIndex): string[] {
  const isOther = (address: string): boolean =>
    index.labels.policy(address) === 'hub' || index.labels.tags(address).some((tag) => NOT_A_MEMBER.has(tag))
  return [...findPresales(index).keys()].filter((address) => !isOther(address)).sort(compareText)
}

/** Contracts that pay the token to few receivers on a schedule. */
function findVestings(index: FactIndex): string[] {
  const { label: rules } = index.rules
  const contracts = [...index.facts.accounts].flatMap(([address, kind]) =>
    kind === 'contract' && !index.labels.tags(address).includes('liquidity_pool') ? [address] : [],
  )
  return contracts
    .filter((contract) => {
      const payments = index.movesByAddress.byAddress.get(contract)?.sent ?? []
      const times = [...new Set(payments.flatMap(({ time }) => (time === null ? [] : [time])))].sort((x, y) => x - y)
      const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
      const middle = [...gaps].sort((x, y) => x - y)[Math.floor(gaps.length / 2)] ?? 0
      const regular = gaps.every((gap) => Math.abs(gap - middle) <= middle * rules.vesting_interval_tolerance)
      const few = new Set(payments.map(({ to }) => to)).size <= rules.vesting_receivers
      return few && regular && times.length >= rules.vesting_payments && middle >= rules.vesting_min_interval_seconds
    })
    .sort(compareText)
}
