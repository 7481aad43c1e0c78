import { exactAmount, formatAmount, formatCount, formatPrice } from '../../../format/number.ts'
import { exactTime } from '../../../format/time.ts'
import { PlainTable } from '../../../ui/PlainTable.tsx'
import type { Candles } from './candles.ts'
import styles from '../TradesView.module.css'

const PRICES = ['Open', 'High', 'Low', 'Close']

/** The candles as a table, newest first. */
export function CandleTable({ data, unit }: { data: Candles; unit: string }) {
  return (
    <div className={styles.candles} tabIndex={0} role="region" aria-label="Price and volume as a table">
      <PlainTable
        dense
        columns={['From (UTC)', ...PRICES.map((name) => ({ end: `${name} (${unit})` })), { end: 'Bought' }, { end: 'Sold' }, { end: 'Trades' }]}
      >
        {data.candles.toReversed().map((candle) => (
          <tr key={candle.time}>
            <th scope="row" className="num">
              {exactTime(candle.time).replace(' UTC', '')}
            </th>
            {[candle.open, candle.high, candle.low, candle.close].map((price, at) => (
              <td key={at} className="end num">
                {formatPrice(price)}
              </td>
            ))}
            <td className="end num" title={exactAmount(candle.bought)}>
              {formatAmount(candle.bought)}
            </td>
            <td className="end num" title={exactAmount(candle.sold)}>
              {formatAmount(candle.sold)}
            </td>
            <td className="end num">{formatCount(candle.trades)}</td>
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}
