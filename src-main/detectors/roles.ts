import type { Label } from '../../src-shared/domain/labels.ts'
import { depositAddresses } from './clusters/sinks.ts'
import { distributors } from './clusters/token-transfer.ts'
import { ratio } from './exact.ts'
import { compareText } from './order.ts'
import type { Study } from './study.ts'

/** Labels that follow from what an address does (engine.md §6), in the order they were found. */
export function rolesByBehaviour(study: Study): readonly [string, Label][] {
  const { memory, flows, labels, hubs, holderSet, facts } = study
  return memory.keep('roles', [flows.moves, flows.payments, labels, hubs, holderSet, facts.accounts], () => findRoles(study))
}

function findRoles(study: Study): [string, Label][] {
  return [
    ...depositAddresses(study).map((address): [string, Label] => [address, 'exchange']),
    ...[...distributors(study)].map(([address, receivers]): [string, Label] => [
      address,
      wasPaidFirst(study, address, receivers) ? 'presale' : 'team',
    ]),
    ...presales(study).map((address): [string, Label] => [address, 'presale']),
    ...vestings(study).map((address): [string, Label] => [address, 'vesting']),
  ]
}

/** Whether at least half of those a distributor sent tokens to had paid it: a presale by hand. */
function wasPaidFirst(study: Study, distributor: string, receivers: ReadonlySet<string>): boolean {
  const payers = new Set((study.paymentsTo.get(distributor) ?? []).map(({ from }) => from))
  return [...receivers].filter((receiver) => payers.has(receiver)).length * 2 >= receivers.size
}

/** Got coin from many wallets and gave each tokens at one price. */
function presales(study: Study): string[] {
  const { presale_payers: least, presale_ratio_tolerance: tolerance } = study.rules.label
  const paidByMany = [...study.paymentsTo].filter(([to, payments]) => payments.length >= least && !study.isHub(to)).map(([to]) => to)
  return paidByMany
    .filter((seller) => {
      const receivers = new Map<string, bigint>()
      for (const { to, raw } of study.movesOf.byAddress.get(seller)?.sent ?? []) receivers.set(to, (receivers.get(to) ?? 0n) + raw)
      const paid = new Map<string, bigint>()
      for (const { from, raw } of study.paymentsTo.get(seller) ?? []) paid.set(from, (paid.get(from) ?? 0n) + raw)
      const prices = [...paid].flatMap(([payer, coin]) => {
        const tokens = receivers.get(payer)
        return tokens === undefined || coin === 0n ? [] : [ratio(tokens, coin)]
      })
      const middle = prices.sort((x, y) => x - y)[Math.floor(prices.length / 2)] ?? 0
      return prices.filter((price) => Math.abs(price - middle) <= middle * tolerance).length >= least
    })
    .sort(compareText)
}

/** A contract that only ever pays the token out, to few receivers and on a schedule. */
function vestings(study: Study): string[] {
  const { label: rules } = study.rules
  const contracts = [...study.movesOf.byAddress.keys()].filter(
    (address) => study.facts.accounts.get(address) === 'contract' && !study.labels.tags(address).includes('liquidity_pool'),
  )
  return contracts
    .filter((contract) => {
      const payments = study.movesOf.byAddress.get(contract)?.sent ?? []
      const times = [...new Set(payments.flatMap(({ time }) => (time === null ? [] : [time])))].sort((x, y) => x - y)
      const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
      const middle = [...gaps].sort((x, y) => x - y)[Math.floor(gaps.length / 2)] ?? 0
      const regular = gaps.every((gap) => Math.abs(gap - middle) <= middle * rules.vesting_interval_tolerance)
      const few = new Set(payments.map(({ to }) => to)).size <= rules.vesting_receivers
      return few && regular && times.length >= rules.vesting_payments && middle >= rules.vesting_min_interval_seconds
    })
    .sort(compareText)
}
