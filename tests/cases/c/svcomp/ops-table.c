// Functions of a driver are called through a table, and register and unregister under a mutex, as in ldv-linux.
// expect: TRUE
// states: 2352
#include <pthread.h>
#include <assert.h>

struct file {
    void *private_data;
};
struct file_operations {
    int (*open)(struct file *);
    long (*ioctl)(struct file *, unsigned int, unsigned long);
    int (*release)(struct file *);
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int opened;

static int my_open(struct file *f) {
    pthread_mutex_lock(&lock);
    opened++;
    pthread_mutex_unlock(&lock);
    f->private_data = &opened;
    return 0;
}
static long my_ioctl(struct file *f, unsigned int cmd, unsigned long arg) { return f->private_data == (void *)arg ? (long)cmd : -22L; }
static int my_release(struct file *f) {
    pthread_mutex_lock(&lock);
    opened--;
    pthread_mutex_unlock(&lock);
    return 0;
}

static const struct file_operations fops = {.open = my_open, .ioctl = my_ioctl, .release = my_release};

static void *use(void *arg) {
    const struct file_operations *ops = arg;
    struct file f;
    if (ops->open(&f) == 0) {
        assert(ops->ioctl(&f, 7, (unsigned long)&opened) == 7);
        ops->release(&f);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, use, (void *)&fops);
    pthread_create(&b, 0, use, (void *)&fops);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(opened == 0);
    return 0;
}
