import { Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * Distance below the window that starts the read of a part, in pixels: the part is ready before the user has
 * scrolled to it.
 */
const near = '1000px';

/** A part of the page that is read when somebody comes near it, and not before the page is shown. */
export function WhenNear({ children }: { readonly children: ReactNode }) {
  const { ref, entry } = useIntersection({ rootMargin: near });
  const [wasNear, setNear] = useState(false);
  useEffect(() => {
    if (entry?.isIntersecting) setNear(true);
  }, [entry]);
  return <div ref={ref}>{wasNear ? children : <Skeleton height={80} />}</div>;
}
