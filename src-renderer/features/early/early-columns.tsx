import { NETWORKS } from '../../../src-shared/networks.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { shortAddress } from '../../format/address.ts'
import { countOf, formatCount, UNKNOWN, weightText } from '../../format/number.ts'
import { WALLET_CLASS_TEXT } from '../../format/wallet-class-text.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { numberColumn, type Column } from '../../ui/table/column.ts'
import { Tag } from '../../ui/Tag.tsx'
import { WalletClassTags } from '../../ui/WalletClassTags.tsx'
import { Amount, Percent } from '../../ui/Value.tsx'
import { originText, REASON_TEXT, STATUS_TEXT, type EarlyKind } from './early-text.ts'
import type { EarlyRow } from './early-rows.ts'
import type { LifeAxis } from './life-line-shape.ts'
import { LifeAxisMarks, LifeLineCell } from './LifeLine.tsx'

interface Options {
  readonly token: TokenRef
  readonly axis: LifeAxis
}

const keptPercent = (row: EarlyRow): number | null => row.sniper?.kept ?? null

/** Columns specific to each list. */
const KIND_COLUMNS: Readonly<Record<EarlyKind, readonly Column<EarlyRow>[]>> = {
  snipers: [
    {
      id: 'status',
      header: 'Status',
      width: 100,
      description: 'Compared with the balance right after the last buy inside the window',
      cell: (row) => (
        <span className="tags">
          {row.sniper?.status.map((status) => (
            <Tag key={status} tone={STATUS_TEXT[status].tone} text={STATUS_TEXT[status].label} />
          ))}
        </span>
      ),
      sortBy: (row) => row.sniper?.status.join(' ') ?? null,
      csv: (row) => row.sniper?.status.join(' ') ?? null,
    },
    numberColumn({
      id: 'kept',
      header: 'Kept',
      width: 68,
      dropPriority: 3,
      description: 'Balance as a percentage of the balance right after the last buy inside the window',
      cell: (row) => <Percent value={keptPercent(row)} />,
      value: keptPercent,
    }),
    numberColumn({
      id: 'block',
      header: 'First buy',
      width: 104,
      dropPriority: 4,
      firstDirection: 'asc',
      description: 'Block of the first buy',
      cell: (row) => <span className="num">{formatCount(row.sniper?.first_buy.block ?? null)}</span>,
      value: (row) => row.sniper?.first_buy.block ?? null,
    }),
    numberColumn({
      id: 'bought',
      header: 'Bought',
      width: 78,
      dropPriority: 5,
      description: 'Amount of the first buy',
      cell: (row) => <Amount value={row.sniper?.first_buy.amount ?? null} />,
      value: (row) => row.sniper?.first_buy.amount ?? null,
    }),
    {
      id: 'tipped',
      header: 'Tip',
      width: 68,
      dropPriority: 7,
      description: 'Whether the first buy paid a tip to the block builder',
      cell: (row) => tipText(row.sniper?.tipped ?? null),
      sortBy: (row) => tipText(row.sniper?.tipped ?? null),
      csv: (row) => tipText(row.sniper?.tipped ?? null),
    },
  ],
  bundlers: [
    {
      id: 'reasons',
      header: 'Reason',
      width: 250,
      grow: 2,
      cell: (row) => (
        <span className="tags">
          {row.bundler?.reasons.map((reason) => (
            <Tag key={reason} title={REASON_TEXT[reason].description} text={REASON_TEXT[reason].label} />
          ))}
        </span>
      ),
      sortBy: (row) => row.bundler?.reasons.join(' ') ?? null,
      csv: (row) => row.bundler?.reasons.join(' ') ?? null,
    },
    {
      id: 'group',
      header: 'Bundle',
      width: 66,
      dropPriority: 1,
      align: 'end',
      description: 'The bundles above that this wallet is part of',
      cell: (row) => (
        <span className="num truncate" title={bundlesText(row)}>
          {bundlesText(row)}
        </span>
      ),
      sortBy: (row) => row.bundler?.bundles[0] ?? null,
      csv: (row) => row.bundler?.bundles.join(' ') ?? null,
    },
    {
      id: 'classes',
      header: 'Class',
      width: 96,
      dropPriority: 5,
      description: 'Classes derived from the facts stored for the wallet',
      cell: (row) => <WalletClassTags classes={row.bundler?.classes ?? []} />,
      sortBy: (row) => heldClasses(row),
      csv: (row) => heldClasses(row),
    },
    numberColumn({
      id: 'slot',
      header: 'Block',
      width: 96,
      dropPriority: 4,
      firstDirection: 'asc',
      description: 'Earliest block of the activity',
      cell: (row) => <span className="num">{formatCount(row.bundler?.slot ?? null)}</span>,
      value: (row) => row.bundler?.slot ?? null,
    }),
  ],
  insiders: [
    numberColumn({
      id: 'p',
      header: 'Weight',
      width: 72,
      description: 'How strongly the evidence links the wallet to the creator, 0 to 1',
      cell: (row) => <span className="num">{row.insider === null ? '–' : weightText(row.insider.p)}</span>,
      value: (row) => row.insider?.p ?? null,
    }),
    {
      id: 'rules',
      header: 'Reason',
      width: 240,
      grow: 6,
      cell: (row) => (
        <span className="truncate" title={row.insider?.rules.map(({ sentence }) => sentence).join('\n')}>
          {row.insider?.rules[0]?.sentence ?? '–'}
        </span>
      ),
      csv: (row) => row.insider?.rules.map(({ rule }) => rule).join(' ') ?? null,
    },
    numberColumn({
      id: 'path',
      header: 'Steps',
      width: 68,
      dropPriority: 3,
      firstDirection: 'asc',
      description: 'Steps from the creator to this wallet',
      cell: (row) => <span className="num">{stepsText(row)}</span>,
      value: (row) => row.insider?.path.length ?? null,
    }),
  ],
}

export function earlyColumns(kind: EarlyKind, { token, axis }: Options): Column<EarlyRow>[] {
  return [
    {
      id: 'address',
      header: 'Wallet',
      isRequired: true,
      width: 144,
      grow: 1,
      cell: (row) => <AddressText address={row.address} label={row.label} inRow />,
      sortBy: (row) => row.label ?? row.address,
      csv: (row) => row.address,
    },
    numberColumn({
      id: 'share',
      header: axis.snapshot === null ? 'Holds now' : 'Held then',
      width: 78,
      description: `Percent of total supply on ${NETWORKS[token.network].name}`,
      cell: (row) => <Percent value={row.percentage} />,
      value: (row) => row.percentage,
    }),
    numberColumn({
      id: 'balance',
      header: 'Balance',
      width: 78,
      dropPriority: 2,
      cell: (row) => <Amount value={row.balance} />,
      value: (row) => row.balance,
    }),
    ...KIND_COLUMNS[kind].filter(({ id }) => id !== 'tipped' || NETWORKS[token.network].builderTips),
    {
      id: 'origin',
      header: 'First coin',
      width: 104,
      dropPriority: 6,
      description: 'Who paid the wallet its first coin',
      cell: ({ origin }) =>
        origin === null ? (
          UNKNOWN
        ) : (
          <span className="truncate" title={originText(origin, NETWORKS[token.network].native.symbol)}>
            {origin.kind === 'mixer' || origin.kind === 'bridge' ? <Tag tone="warning" text={origin.kind} /> : null}{' '}
            {origin.label ?? shortAddress(origin.address)}
          </span>
        ),
      sortBy: ({ origin }) => (origin === null ? null : (origin.label ?? origin.address)),
      csv: ({ origin }) => origin?.address ?? null,
    },
    {
      id: 'life',
      header: 'Activity from launch to now, on a logarithmic axis',
      headerContent: <LifeAxisMarks axis={axis} />,
      width: 184,
      grow: 3,
      cell: (row) => <LifeLineCell token={token} group={row.group} address={row.address} axis={axis} />,
    },
  ]
}

const bundlesText = (row: EarlyRow): string => row.bundler?.bundles.join(', ') || UNKNOWN

const heldClasses = (row: EarlyRow): string | null =>
  row.bundler?.classes
    .filter(({ holds }) => holds === true)
    .map(({ name }) => WALLET_CLASS_TEXT[name].label)
    .join(' ') ?? null

const tipText = (tipped: boolean | null): string => (tipped === null ? 'unknown' : tipped ? 'yes' : 'no')

function stepsText(row: EarlyRow): string {
  const steps = row.insider?.path.length ?? 0
  return steps === 0 ? '–' : countOf(steps, 'step')
}
