import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/States.tsx'

interface State {
  readonly error: Error | null
}

/** Shows a render error with a retry. Wraps each large area so that the others keep working. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return <PageError error={error} onRetry={() => this.setState({ error: null })} />
  }
}

export function PageError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ErrorState
      title="Something went wrong in this part of the page"
      why={error.message}
      advice="Stored data is not affected. Try again, or reload the page."
      onRetry={onRetry}
    />
  )
}
