import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export interface MenuItem {
  id: string
  label: ReactNode
  hint?: ReactNode
  checked?: boolean
  disabled?: boolean
  /** Keeps the menu open for selecting several items. */
  staysOpen?: boolean
  onSelect: () => void
}

/** A dropdown menu. Not modal, so the page behind keeps its scroll bars. */
export function Menu({ trigger, label, items }: { trigger: ReactElement; label: string; items: readonly MenuItem[] }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu float" align="start" sideOffset={4} collisionPadding={8} aria-label={label}>
          {items.map((item) => (
            <MenuRow key={item.id} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Checkable rows expose their state to screen readers. */
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
  const shared = { className: 'menu-item row small', disabled, onSelect: choose }
  if (checked === undefined) return <Radix.Item {...shared}>{inside}</Radix.Item>
  return (
    <Radix.CheckboxItem {...shared} checked={checked}>
      {inside}
    </Radix.CheckboxItem>
  )
}
