import type { TokenRef } from '../../../api/token-queries.ts'
import { exactAmount } from '../../../format/number.ts'
import { exactTime } from '../../../format/time.ts'
import { AddressText } from '../../../ui/AddressText.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notes } from '../../../ui/notes/Notes.tsx'
import { TxLink } from '../../../ui/TxLink.tsx'
import type { TradeRow } from '../tape/trade-rows.ts'
import { tradeTarget } from './trade-notes.ts'
import styles from './TradeNotes.module.css'

interface Props {
  readonly token: TokenRef
  readonly symbol: string | null
  readonly row: TradeRow
  readonly onClose: () => void
}

const SIDES = { buy: 'Bought', sell: 'Sold', route: 'Routed' } as const

/** Notes of the open case on one trade. */
export function TradeNotes({ token, symbol, row, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} label="Notes on this trade" className={styles['dialog'] ?? ''}>
      <header className="dialog-head">
        <h2>Notes on this trade</h2>
        <p className="quiet">
          {[
            `${SIDES[row.side]} ${exactAmount(row.amount)}${symbol === null ? '' : ` ${symbol}`}`,
            ...(row.time === null ? [] : [exactTime(row.time)]),
          ].join(', ')}
        </p>
        <p className={styles['ids']}>
          <AddressText address={row.signer} /> <TxLink network={token.network} tx={row.tx} /> <span className="quiet">Swap {row.leg + 1}</span>
        </p>
      </header>
      <div className="dialog-body">
        <Notes target={tradeTarget(token, row)} />
      </div>
      <footer className={styles['foot']}>
        <Button text="Close" onClick={onClose} />
      </footer>
    </Dialog>
  )
}
