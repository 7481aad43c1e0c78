import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export interface MenuItem {
  id: string
  label: ReactNode
  hint?: ReactNode
  checked?: boolean
  disabled?: boolean
  /** The menu stays open, for choosing several rows in turn. */
  staysOpen?: boolean
  onSelect: () => void
}

/** A menu under its button. Not modal: the page behind keeps its scroll bars and nothing jumps. */
export function Menu({ trigger, label, items }: { trigger: ReactElement; label: string; items: readonly MenuItem[] }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align="start" sideOffset={4} collisionPadding={8} aria-label={label}>
          {items.map((item) => (
            <MenuRow key={item.id} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A row that can be on or off says which, to readers of the screen too. */
function MenuRow({ item }: { item: MenuItem }) {
  const { label, hint, checked, disabled = false, onSelect } = item
  const inside = (
    <>
      <span className="menu-check">{checked === true ? <Icon name="check" size={14} /> : null}</span>
      <span className="menu-label">{label}</span>
      {hint === undefined ? null : <span className="menu-hint">{hint}</span>}
    </>
  )
  const choose = (event: Event): void => {
    if (item.staysOpen === true) event.preventDefault()
    onSelect()
  }
  const shared = { className: 'menu-item', disabled, onSelect: choose }
  if (checked === undefined) return <Radix.Item {...shared}>{inside}</Radix.Item>
  return (
    <Radix.CheckboxItem {...shared} checked={checked}>
      {inside}
    </Radix.CheckboxItem>
  )
}
