import { useId, useState } from 'react'
import { shortAddress } from '../../format/address.ts'
import { selectWallets } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import type { SnapshotIndex } from './index-of.ts'
import styles from './Inspector.module.css'

/** Listed as one types; more would only be scrolled past. */
const MOST_OFFERED = 300

/** Names a second wallet, by address or label, to ask for the path and the reasons between the two. */
export function OtherWallet({ from, index }: { readonly from: string; readonly index: SnapshotIndex }) {
  const listId = useId()
  const [text, setText] = useState('')
  const wanted = text.trim()
  const found = index.nodes.get(wanted) ?? [...index.nodes.values()].find((node) => node.label !== null && node.label === wanted)
  const other = found === undefined || found.address === from ? null : found.address
  return (
    <form
      className={styles['other']}
      onSubmit={(event) => {
        event.preventDefault()
        if (other !== null) selectWallets([from, other])
      }}
    >
      <input
        className={styles['other-field']}
        list={listId}
        aria-label="Other wallet"
        placeholder="Address or label"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={listId}>
        {[...index.nodes.values()].slice(0, MOST_OFFERED).map((node) => (
          <option key={node.address} value={node.address}>
            {node.label ?? shortAddress(node.address)}
          </option>
        ))}
      </datalist>
      <Button type="submit" disabled={other === null}>
        Show path
      </Button>
    </form>
  )
}
