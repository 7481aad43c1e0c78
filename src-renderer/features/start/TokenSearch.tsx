import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import { useClient } from '../../api/service.tsx'
import { tokensQuery } from '../../api/service-queries.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { searchTokens, type SearchResult, type SearchTarget } from './search-tokens.ts'
import { SearchResultRow } from './SearchResultRow.tsx'
import { useSearch } from './use-search.ts'

/** Search box of the start page, a combobox with results. */
export function TokenSearch() {
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const found = useSearch(text)
  const targets = text.trim() === '' ? [] : found.targets

  const open = (target: SearchTarget | undefined): void => {
    if (target !== undefined) void navigate({ to: '/t/$network/$address', params: { network: target.network, address: target.address } })
  }
  /** The list of tokens may still be loading. */
  const openWhenLoaded = async (): Promise<void> => {
    if (text.trim() === '') return
    const { value } = await queries.ensureQueryData(tokensQuery(client))
    open(searchTokens(text, value.tokens).targets[0])
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive((at) => Math.min(targets.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setActive((at) => Math.max(0, at - 1))
    else if (event.key === 'Enter') void (targets.length > 0 ? open(targets[active]) : openWhenLoaded())
    else if (event.key === 'Escape') setText('')
    else return
    event.preventDefault()
  }

  return (
    <div className="search">
      <div className="search-box row quiet">
        <Icon name="search" />
        <input
          className="search-input"
          role="combobox"
          aria-label="Token address, symbol or name"
          aria-expanded={targets.length > 0}
          aria-controls={listId}
          aria-activedescendant={targets.length > 0 ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          placeholder="Paste a token address, or type a symbol or name"
          value={text}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="search-hint small dim" role="status">
        {found.isLoading ? '' : searchHint(text, found, targets.length)}
      </p>
      <ul id={listId} className="search-list float" role="listbox" aria-label="Matches" hidden={targets.length === 0}>
        {targets.map((target, index) => (
          <li
            key={`${target.network}${target.address}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={cx('target row', index === active && 'target-on')}
            onMouseEnter={() => setActive(index)}
            onClick={() => open(target)}
          >
            <SearchResultRow target={target} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function searchHint(text: string, found: SearchResult, shown: number): string {
  if (text.trim() === '') return ''
  if (found.error !== null) return found.error
  if (found.ambiguous) return 'This address is valid on several networks. Choose one.'
  return shown === 0 ? 'No stored token matches. Paste its address to open it.' : ''
}
