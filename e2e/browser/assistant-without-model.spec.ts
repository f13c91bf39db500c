import { AssistantPanel } from '../basalt/assistant-panel.ts';
import { expect, test } from '../basalt/test.ts';

test('without a model the panel says what to set, and everything else in it works', async ({
  page,
  api,
  project: { ref },
}) => {
  const assistant = new AssistantPanel(page);
  await page.goto(`/project/${ref}/logs`);
  await assistant.open();
  await expect(assistant.root.getByText('The AI provider key is not set')).toBeVisible();
  await expect(assistant.root.getByText(/OPENAI_API_KEY/)).toBeVisible();
  await expect(assistant.input).toBeDisabled();
  const slug = await api.organization();
  await expect(assistant.root.getByRole('link', { name: 'Settings of the organization' })).toHaveAttribute(
    'href',
    `/org/${slug}/general#ai`,
  );
  // Templates need nobody to answer.
  await assistant.button('Countries and cities').click();
  await expect(assistant.card('Countries and cities')).toBeVisible();
  await page.reload();
  await assistant.open();
  await expect(assistant.card('Countries and cities')).toBeVisible();
});
