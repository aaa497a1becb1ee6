import './mantine-styles.ts';
import './styles.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './ground/queries.ts';
import { router } from './router.tsx';
import { TextsProvider } from './texts/texts.tsx';

/** The nonce of this answer: without it the content policy forbids the styles that the components add. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? '';
setNonce(nonce);

// Shade 6, the usual one, is too light for white text (WCAG 1.4.3).
const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  fontFamily: 'system-ui, sans-serif',
  respectReducedMotion: true,
});

const place = document.getElementById('console');
if (!place) throw new Error('The page has no element for the console.');
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        <TextsProvider>
          <RouterProvider router={router} />
        </TextsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
