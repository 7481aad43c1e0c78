import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { selectCluster, selectWallets, toggleWallet, useSelection } from '../../stores/selection.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ClusterMark } from '../../ui/ClusterMark.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { searchGraph, type SearchResult } from '../elements/find.ts'
import { useStage } from '../stage.ts'
import styles from './FindBox.module.css'

/** Finds a wallet or a cluster in the graph and selects it. Shift+Enter adds a wallet to the selection. */
export function FindBox() {
  const { whole, host } = useStage()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const found = open ? searchGraph(whole, text) : []
  const at = Math.min(active, found.length - 1)

  const choose = (each: SearchResult | undefined, add: boolean): void => {
    if (each === undefined) return
    if (each.kind === 'cluster') selectCluster(each.id)
    else if (add && !useSelection.getState().wallets.includes(each.id)) toggleWallet(each.id)
    else selectWallets([each.id])
    setOpen(false)
    setText('')
    host.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setActive((at + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % Math.max(1, found.length))
      event.preventDefault()
    } else if (event.key === 'Enter') choose(found[at], event.shiftKey)
    else if (event.key === 'Escape' && (open || text !== '')) {
      setOpen(false)
      setText('')
      event.stopPropagation()
    }
  }
  const empty = open && text.trim() !== '' && found.length === 0
  return (
    <div className={styles['find']}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        className={styles['input']}
        type="text"
        role="combobox"
        aria-label="Find in the graph"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
        placeholder="Find in the graph"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <ul id={listId} role="listbox" aria-label="Matches in the graph" className={styles['list']} hidden={found.length === 0}>
        {found.map((each, i) => (
          <li
            key={`${each.kind}${each.id}`}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === at}
            className={styles['row']}
            // Prevents a blur, which would close the list before the click.
            onMouseDown={(event) => {
              event.preventDefault()
              choose(each, event.shiftKey)
            }}
          >
            {each.kind === 'cluster' ? <ClusterMark index={each.id} /> : <Avatar address={each.id} />}
            <span className={styles['name']}>{each.name}</span>
            <span className={styles['note']}>{each.note}</span>
          </li>
        ))}
      </ul>
      {empty ? (
        <p className={styles['none']} role="status">
          Nothing in this graph matches.
        </p>
      ) : null}
    </div>
  )
}
