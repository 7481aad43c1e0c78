import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  open: boolean
  onClose: () => void
  label: string
  className?: string
  children: ReactNode
}

/** Initial focus: React's autoFocus runs before the dialog is shown. */
const FIRST_FOCUS = '[data-first-focus]'

/** The native modal dialog: it traps focus, closes on Escape and restores focus. */
export function Dialog({ open, onClose, label, className, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null || !open) return undefined
    const opener = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>(FIRST_FOCUS)?.focus()
    return () => {
      dialog.close()
      // The dialog has left the page, so the browser no longer knows the opener.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [open])

  const closeOnScrim = (event: MouseEvent): void => {
    if (event.target === element.current) onClose()
  }

  if (!open) return null
  return (
    <dialog
      ref={element}
      className={cx('dialog', className)}
      aria-label={label}
      onMouseDown={closeOnScrim}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}
