import type { ReactNode } from 'react'
import type { ListKind } from '../../../src-shared/domain/lists/columns.ts'
import { shortAddress } from '../../format/address.ts'
import { exactTime } from '../../format/time.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import styles from './ListDialog.module.css'
import type { ListedRow, PreviewRow } from './use-list.ts'

const HEADS = {
  holders: ['Row', 'Address', 'Name', { end: 'Balance' }, { end: 'Percent' }],
  transfers: ['Row', 'From', 'To', { end: 'Amount' }, 'Time', 'Transaction', { end: 'Block' }],
} as const satisfies Record<ListKind, readonly unknown[]>

/** The first rows as they will be stored, and why rows are refused. */
export function ListPreview({ kind, rows }: { readonly kind: ListKind; readonly rows: readonly PreviewRow[] }) {
  if (rows.length === 0) return <p className="quiet">The file has no rows.</p>
  const head = HEADS[kind]
  return (
    <div className="plain-table-scroll" tabIndex={0} role="group" aria-label="First rows of the file">
      <PlainTable dense columns={head}>
        {rows.map(({ number, read }) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            {typeof read === 'string' ? (
              <td colSpan={head.length - 1} className={styles['refused']}>
                Refused: {read}
              </td>
            ) : (
              <Cells read={read} />
            )}
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}

function Cells({ read }: { readonly read: ListedRow }) {
  if ('address' in read)
    return (
      <>
        <Short text={read.address} />
        <td>{read.name ?? '–'}</td>
        <Figure>{read.balance}</Figure>
        <Figure>{read.percent ?? '–'}</Figure>
      </>
    )
  return (
    <>
      <Short text={read.from} />
      <Short text={read.to} />
      <Figure>{inUnits(read.amount, read.decimals ?? 0)}</Figure>
      <td className="num">{exactTime(read.time)}</td>
      <Short text={read.tx} />
      <Figure>{read.block ?? '–'}</Figure>
    </>
  )
}

const Short = ({ text }: { readonly text: string }) => <td title={text}>{shortAddress(text)}</td>
const Figure = ({ children }: { readonly children: ReactNode }) => <td className="num end">{children}</td>

/** A whole number of raw units as decimal text in token units. */
function inUnits(amount: string, decimals: number): string {
  if (decimals === 0) return amount
  const digits = amount.padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}
