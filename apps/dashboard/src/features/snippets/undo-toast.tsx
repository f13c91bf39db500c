/** Says what was done and offers, for ten seconds, to take it back. */
export async function showUndoToast(text: string, undo: () => void): Promise<void> {
  const [{ notifications }, { Button }] = await Promise.all([
    import('@mantine/notifications'),
    import('@mantine/core'),
  ]);
  const id = notifications.show({
    message: (
      <span style={{ alignItems: 'center', display: 'flex', gap: 12, justifyContent: 'space-between' }}>
        {text}
        <Button
          size="xs"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </span>
    ),
    color: 'gray',
    autoClose: 10_000,
    withBorder: true,
    role: 'status',
    className: 'toast-done',
  });
}
