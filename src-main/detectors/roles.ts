import { NOT_A_MEMBER, type Label } from '../../src-shared/domain/labels.ts'
import { depositAddresses } from './clusters/sinks.ts'
import { distributors } from './clusters/token-transfer.ts'
import { steadyRows } from './memory.ts'
import { compareText } from './order.ts'
import { presaleSellers } from './services.ts'
import type { Study } from './study.ts'

/** Labels that follow from what an address does (engine.md §6), in the order they were found. */
export function rolesByBehaviour(study: Study): readonly [string, Label][] {
  const { memory, flows, labels, hubs, holderSet, facts } = study
  const from = [flows.moves, flows.payments, labels, hubs, holderSet, facts.accounts, facts.token.totalSupply]
  return memory.keep<readonly [string, Label][]>('roles', from, (before) => steadyRows(before, findRoles(study)))
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

/** Sold at one price to many, and is nothing else by any list. */
function presales(study: Study): string[] {
  const isOther = (address: string): boolean =>
    study.labels.policy(address) === 'hub' || study.labels.tags(address).some((tag) => NOT_A_MEMBER.has(tag))
  return [...presaleSellers(study).keys()].filter((address) => !isOther(address)).sort(compareText)
}

/** A contract that only ever pays the token out, to few receivers and on a schedule. */
function vestings(study: Study): string[] {
  const { label: rules } = study.rules
  const contracts = [...study.facts.accounts].flatMap(([address, kind]) =>
    kind === 'contract' && !study.labels.tags(address).includes('liquidity_pool') ? [address] : [],
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
