import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  open: boolean
  onClose: () => void
  label: string
  className?: string
  children: ReactNode
}

/** What takes the focus first: React's autoFocus comes too early, before the dialog is shown. */
const FIRST_FOCUS = '[data-first-focus]'

/** The browser's own modal dialog: it holds the focus, closes on Escape, and gives the focus back. */
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
      // By now the dialog has left the page, so the browser knows no more where the focus came from.
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
