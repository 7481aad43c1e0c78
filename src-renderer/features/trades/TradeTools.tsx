import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { isOpen, NO_FILTER, readAmount, type SideChoice, type TradeFilter } from './trade-filter.ts'
import styles from './TradesView.module.css'
import { CLASS_WORDS, CLASSES } from './wallet-classes.ts'

const SIDES: readonly { id: SideChoice; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'buy', label: 'Buys' },
  { id: 'sell', label: 'Sells' },
]
const PLACEHOLDER = 'Wallet, venue, pool or transaction'

interface Props {
  filter: TradeFilter
  onFilter: (filter: TradeFilter) => void
  /** Venues seen so far. */
  venues: readonly string[]
  /** Whether dollar values are known; else the least value counts tokens. */
  priced: boolean
  symbol: string | null
}

/** What the tape lets through. */
export function TradeTools({ filter, onFilter, venues, priced, symbol }: Props) {
  const flip = <T,>(set: ReadonlySet<T>, value: T): ReadonlySet<T> => {
    const next = new Set(set)
    if (!next.delete(value)) next.add(value)
    return next
  }
  const classItems: MenuItem[] = CLASSES.map((name) => ({
    id: name,
    label: CLASS_WORDS[name].word,
    checked: filter.classes.has(name),
    staysOpen: true,
    onSelect: () => onFilter({ ...filter, classes: flip(filter.classes, name) }),
  }))
  const venueItems: MenuItem[] = venues.map((dex) => ({
    id: dex,
    label: dex,
    checked: !filter.without.has(dex),
    staysOpen: true,
    onSelect: () => onFilter({ ...filter, without: flip(filter.without, dex) }),
  }))
  return (
    <>
      <Segmented label="Side" value={filter.side} options={SIDES} onChange={(side) => onFilter({ ...filter, side })} />
      <Least filter={filter} onFilter={onFilter} unit={priced ? '$' : (symbol ?? 'tokens')} in={priced ? 'usd' : 'amount'} />
      <label className="filter">
        <Icon name="search" size={14} />
        <input
          className="filter-input"
          type="search"
          aria-label={PLACEHOLDER}
          placeholder={PLACEHOLDER}
          value={filter.text}
          spellCheck={false}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        />
      </label>
      <Menu
        label="Wallet roles"
        trigger={
          <Button kind="quiet">
            {filter.classes.size === 0 ? 'All wallets' : [...filter.classes].map((name) => CLASS_WORDS[name].word).join(', ')}
          </Button>
        }
        items={classItems}
      />
      {venues.length < 2 ? null : (
        <Menu label="Venues" trigger={<Button kind="quiet">{filter.without.size === 0 ? 'All venues' : 'Some venues'}</Button>} items={venueItems} />
      )}
      {isOpen(filter) ? null : (
        <Button kind="quiet" icon="close" onClick={() => onFilter(NO_FILTER)}>
          Clear
        </Button>
      )}
    </>
  )
}

interface LeastProps {
  filter: TradeFilter
  onFilter: (filter: TradeFilter) => void
  unit: string
  in: TradeFilter['in']
}

function Least({ filter, onFilter, unit, in: kind }: LeastProps) {
  const [text, setText] = useState('')
  const [before, setBefore] = useState(filter.least)
  // Cleared from outside: the field follows.
  if (before !== filter.least) {
    setBefore(filter.least)
    if (filter.least === null && readAmount(text) !== undefined) setText('')
  }
  const wrong = readAmount(text) === undefined
  return (
    <label className={cx(styles.least, wrong && styles.leastWrong)}>
      <span className="quiet">Min {unit}</span>
      <input
        className="input"
        inputMode="decimal"
        aria-label={`Minimum value in ${unit === '$' ? 'US dollars' : unit}`}
        aria-invalid={wrong}
        title={wrong ? 'Enter a number, for example 500 or 2.5k' : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const least = readAmount(event.target.value)
          if (least !== undefined) onFilter({ ...filter, least, in: kind })
        }}
      />
    </label>
  )
}
