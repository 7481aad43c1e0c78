import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'

const CELLS = ['Top 10', 'Clusters', 'Snipers', 'Bundlers', 'Insiders', 'Creator', 'Holders', 'Supply']

/** The workspace layout before its token is loaded. */
export function WorkspaceSkeleton() {
  return (
    <div className="workspace">
      <section className="strip" aria-hidden="true">
        <dl className="strip-figures">
          {CELLS.map((name) => (
            <div key={name} className="strip-figure">
              <dt>{name}</dt>
              <dd>
                <Skeleton width={48} height={16} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <SkeletonRows rows={14} what="the token" />
    </div>
  )
}
