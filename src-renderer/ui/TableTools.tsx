import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  filter: string
  onFilter: (text: string) => void
  placeholder: string
  /** Filter syntax. */
  explain?: string
  /** "12 of 150 holders". */
  count: ReactNode
  children?: ReactNode
}

/** The row above a table: filter, count and actions. */
export function TableTools({ filter, onFilter, placeholder, explain, count, children }: Props) {
  return (
    <div className="table-tools">
      <label className="filter row quiet">
        <Icon name="search" size={14} />
        <input
          className="filter-input"
          type="search"
          aria-label={explain ?? placeholder}
          title={explain}
          placeholder={placeholder}
          value={filter}
          spellCheck={false}
          onChange={(event) => onFilter(event.target.value)}
        />
      </label>
      <span className="quiet num table-count" role="status">
        {count}
      </span>
      {children === undefined ? null : <div className="table-actions">{children}</div>}
    </div>
  )
}
