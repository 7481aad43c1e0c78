import { create } from 'zustand'
import { IconButton } from './Button.tsx'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'critical'
}

const useToasts = create<{ toasts: readonly Toast[]; next: number }>(() => ({ toasts: [], next: 1 }))

const SHOWN_MS = 4_000
const MAX_TOASTS = 3

/** Shows a message in the corner. Critical messages stay until they are closed. */
export function showToast(text: string, tone: Toast['tone'] = 'plain'): void {
  const id = useToasts.getState().next
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id, text, tone }].slice(-MAX_TOASTS), next: id + 1 }))
  if (tone === 'plain') setTimeout(() => dismiss(id), SHOWN_MS)
}

function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

export function Toaster() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className="toast float row" data-tone={toast.tone}>
          <span>{toast.text}</span>
          <IconButton icon="close" label="Close" size="small" onClick={() => dismiss(toast.id)} />
        </div>
      ))}
    </div>
  )
}
