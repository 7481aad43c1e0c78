import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { isEmptyFilter, NO_FILTER, parseAmount, type SideChoice, type TradeFilter } from './trade-filter.ts'
import styles from '../TradesView.module.css'
import { ROLE_TEXT, ROLES } from '../wallet-roles.ts'

const SIDES: readonly { id: SideChoice; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'buy', label: 'Buys' },
  { id: 'sell', label: 'Sells' },
]
const PLACEHOLDER = 'Wallet, venue, pool or transaction'

interface Props {
  filter: TradeFilter
  onFilter: (filter: TradeFilter) => void
  /** Venues of the loaded trades. */
  venues: readonly string[]
  /** Whether USD values are known; else the minimum counts tokens. */
  priced: boolean
  symbol: string | null
}

export function TradeTools({ filter, onFilter, venues, priced, symbol }: Props) {
  const flip = <T,>(set: ReadonlySet<T>, value: T): ReadonlySet<T> => {
    const next = new Set(set)
    if (!next.delete(value)) next.add(value)
    return next
  }
  const classItems: MenuItem[] = ROLES.map((name) => ({
    id: name,
    label: ROLE_TEXT[name].label,
    checked: filter.roles.has(name),
    staysOpen: true,
    onSelect: () => onFilter({ ...filter, roles: flip(filter.roles, name) }),
  }))
  const venueItems: MenuItem[] = venues.map((dex) => ({
    id: dex,
    label: dex,
    checked: !filter.excludedVenues.has(dex),
    staysOpen: true,
    onSelect: () => onFilter({ ...filter, excludedVenues: flip(filter.excludedVenues, dex) }),
  }))
  return (
    <>
      <Segmented label="Side" value={filter.side} options={SIDES} onChange={(side) => onFilter({ ...filter, side })} />
      <MinimumValue filter={filter} onFilter={onFilter} unit={priced ? '$' : (symbol ?? 'tokens')} in={priced ? 'usd' : 'amount'} />
      <label className="filter row quiet">
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
          <Button kind="quiet" text={filter.roles.size === 0 ? 'All wallets' : [...filter.roles].map((name) => ROLE_TEXT[name].label).join(', ')} />
        }
        items={classItems}
      />
      {venues.length < 2 ? null : (
        <Menu
          label="Venues"
          trigger={<Button kind="quiet" text={filter.excludedVenues.size === 0 ? 'All venues' : 'Some venues'} />}
          items={venueItems}
        />
      )}
      {isEmptyFilter(filter) ? null : <Button kind="quiet" icon="close" text="Clear" onClick={() => onFilter(NO_FILTER)} />}
    </>
  )
}

const amountText = (amount: number | null): string => (amount === null ? '' : String(amount))

interface MinimumValueProps {
  filter: TradeFilter
  onFilter: (filter: TradeFilter) => void
  unit: string
  in: TradeFilter['minimumIn']
}

function MinimumValue({ filter, onFilter, unit, in: kind }: MinimumValueProps) {
  const [text, setText] = useState(amountText(filter.minimum))
  const [before, setBefore] = useState(filter.minimum)
  // Follows a change from outside, such as Clear or another URL.
  if (before !== filter.minimum) {
    setBefore(filter.minimum)
    if (parseAmount(text) !== undefined && parseAmount(text) !== filter.minimum) setText(amountText(filter.minimum))
  }
  const wrong = parseAmount(text) === undefined
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
          const least = parseAmount(event.target.value)
          if (least !== undefined) onFilter({ ...filter, minimum: least, minimumIn: kind })
        }}
      />
    </label>
  )
}
