import { useState } from 'react'
import { countOf } from '../../../format/number.ts'
import { formatDuration } from '../../../format/time.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { CandleTable } from './CandleTable.tsx'
import { CHOICES, type Candles } from './candles.ts'
import { PriceChart } from './PriceChart.tsx'
import { Select } from '../../../ui/Field.tsx'
import styles from '../TradesView.module.css'

type Shape = 'chart' | 'table' | 'off'
const SHAPES: readonly { id: Shape; label: string }[] = [
  { id: 'chart', label: 'Chart' },
  { id: 'table', label: 'Table' },
  { id: 'off', label: 'Hide' },
]

interface Props {
  data: Candles
  unit: string
  symbol: string | null
  /** Chosen candle span in seconds; null for automatic. */
  span: number | null
  onSpan: (span: number | null) => void
}

/** Price and volume of the loaded trades. */
export function PricePanel({ data, unit, symbol, span, onSpan }: Props) {
  const [shape, setShape] = useState<Shape>('chart')
  const skipped = data.skipped === 0 ? '' : `; ${countOf(data.skipped, 'trade')} without a price in ${unit} excluded`
  const source = `${formatDuration(data.seconds)} candles from the loaded trades${skipped}`
  return (
    <section className={styles.price} aria-labelledby="price-head">
      <header className={styles.priceHead}>
        <h2 id="price-head">
          Price of {symbol ?? 'the token'} in {unit}
        </h2>
        <span className="quiet truncate" title={source}>
          {source}
        </span>
        <Select
          aria-label="Candle interval"
          value={span}
          options={[[null, 'Automatic'], ...CHOICES.map((seconds) => [seconds, formatDuration(seconds)] as const)]}
          onChoose={onSpan}
        />
        <Segmented label="Price as" value={shape} options={SHAPES} onChange={setShape} />
      </header>
      {shape === 'chart' ? (
        <PriceChart data={data} unit={unit} symbol={symbol} />
      ) : shape === 'table' ? (
        <CandleTable data={data} unit={unit} />
      ) : null}
    </section>
  )
}
