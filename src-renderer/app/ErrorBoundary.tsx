import { Component, type ReactNode } from 'react'
import { forgetFailures } from '../ui/lazy-view.ts'
import { ErrorState } from '../ui/States.tsx'

interface Props {
  /** What is drawn. An error is cleared when it changes. */
  readonly of?: string
  readonly children: ReactNode
}

interface State {
  readonly error: Error | null
  readonly of: string | undefined
}

/** Shows a render error with a retry. Wraps each large area so that the others keep working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, of: this.props.of }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { error: null, of }
  }

  override componentDidUpdate(before: Props): void {
    if (before.of !== this.props.of) forgetFailures()
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
      onRetry={() => {
        forgetFailures()
        onRetry()
      }}
    />
  )
}
