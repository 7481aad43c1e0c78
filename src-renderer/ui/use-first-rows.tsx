import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'

/** The first rows of a long list, and a button with this text that shows the others; null if there are none. */
export function useFirstRows<T>(rows: readonly T[], first: number, text: string): { readonly shown: readonly T[]; readonly more: ReactNode } {
  const [all, setAll] = useState(false)
  if (all || rows.length <= first) return { shown: rows, more: null }
  const more = <Button kind="quiet" text={text} onClick={() => setAll(true)} />
  return { shown: rows.slice(0, first), more }
}
